/**
 * Variables that must never reach a server, each with its reason. Pinned: a name leaves this list only
 * with a line in the changelog. Values are harmless here; what counts is that none arrives.
 */
export const NEVER_ARRIVES: readonly (readonly [name: string, reason: string])[] = [
  ['GITHUB_TOKEN', 'writes to the repository'],
  ['GH_TOKEN', 'the same, under the name that gh reads'],
  ['INPUT_GITHUB-TOKEN', 'every input of the action arrives as a variable, secrets included'],
  ['INPUT_ENV', 'declared secret values in one text'],
  ['NODE_AUTH_TOKEN', 'publishes packages; setup-node sets it'],
  ['NPM_TOKEN', 'publishes packages'],
  ['ACTIONS_RUNTIME_TOKEN', 'writes caches and artifacts: cache poisoning'],
  ['ACTIONS_RUNTIME_URL', 'where that token is good'],
  ['ACTIONS_RESULTS_URL', 'where that token is good'],
  ['ACTIONS_CACHE_URL', 'where that token is good'],
  ['ACTIONS_CACHE_SERVICE_V2', 'chooses the cache service'],
  ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'mints OIDC tokens: signs and deploys as the repository'],
  ['ACTIONS_ID_TOKEN_REQUEST_URL', 'where they are minted'],
  ['GITHUB_ENV', 'a line in that file sets LD_PRELOAD for every later step'],
  ['GITHUB_PATH', 'a line in that file replaces the programs of every later step'],
  ['GITHUB_OUTPUT', 'forges the outputs of the step'],
  ['GITHUB_STATE', 'forges what the post step of the action reads'],
  ['GITHUB_STEP_SUMMARY', 'forges the summary that people read'],
  ['GITHUB_WORKSPACE', 'differs between readers'],
  ['GITHUB_ACTIONS', 'tells a server that it is being checked'],
  ['CI', 'tells a server that it is being checked'],
  ['NODE_ENV', 'changes what a server registers'],
  ['RUNNER_TEMP', 'differs between readers, and names the directory of the files above'],
  ['RUNNER_TOOL_CACHE', 'differs between readers'],
  ['ImageOS', 'differs between readers'],
  ['SSH_AUTH_SOCK', 'signs with the keys of the user'],
  ['DOCKER_HOST', 'root on the machine'],
  ['AWS_SECRET_ACCESS_KEY', 'a cloud account'],
  ['AWS_SESSION_TOKEN', 'a cloud account'],
  ['KUBECONFIG', 'reaches a cluster'],
  ['HTTPS_PROXY', 'may hold a password, and changes what a server says'],
  ['https_proxy', 'the same in lower case'],
  ['NO_PROXY', 'differs between readers'],
  ['NODE_OPTIONS', 'loads code into the server'],
  ['LD_PRELOAD_HINT', 'stands for anything that a linker reads'],
  ['GIT_DIR', 'points git elsewhere'],
  ['GIT_ASKPASS', 'a program that prints a password'],
  ['PYTHONPATH', 'loads code into the server'],
  ['PYTHONUSERBASE', 'differs between readers'],
  ['PERL5OPT_HINT', 'stands for anything that perl reads'],
];

/** All of them, with a value that is looked for; NODE_OPTIONS has to be one that Node accepts. */
export const POISONED_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  NEVER_ARRIVES.map(([name]) => [
    name,
    name === 'NODE_OPTIONS' ? '--no-warnings' : 'must-not-arrive',
  ]),
);
