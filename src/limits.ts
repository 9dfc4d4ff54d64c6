/**
 * Every number that bounds something, with its unit and why. A server is an attacker: nothing it does
 * may take unbounded time, memory or disk. Source: PRODUCT "Reading".
 */

/** One message of a server, bytes before its line feed. The largest real list seen is under 2 MiB. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/**
 * Values of one message, counted as commas and opening brackets: small ones take 100 times their text as
 * parsed nodes (15 million numbers in 30 MB took 3 GB). 32 MiB of real tools have 600,000 to 1,600,000.
 */
export const MAX_MESSAGE_VALUES = 2_000_000;
/**
 * Values of one definition: digesting it takes memory and time in proportion, about 200 bytes and 3 microseconds a
 * value and reading. The largest real tool seen has some 3,000.
 */
export const MAX_DEFINITION_VALUES = 200_000;
/** All that a server may write to stdout during one read, bytes. */
export const MAX_TOTAL_BYTES = 128 * 1024 * 1024;
/** Messages and noise lines during one read: a flood of tiny lines costs more CPU than its bytes. */
export const MAX_MESSAGES = 200_000;
/** Pages of one list. */
export const MAX_PAGES = 1_000;
/** Items of one list. */
export const MAX_ITEMS = 50_000;
/** Levels of nesting in one definition; its outermost object is level 1. Source: FORMAT 2.5. */
export const MAX_DEPTH = 512;
/** Levels that a message wraps around a definition: message, result, list. */
export const ENVELOPE_DEPTH = 3;
/** UTF-16 code units that the JSON pointers of one field may take for each of the field's own. */
export const PLACE_UNITS_PER_UNIT = 64;
/** Pointers may take at least this many: a small schema may nest deep. */
export const MIN_PLACE_UNITS = 64 * 1024;
/** And at most this many: a quarter of the longest string of the runtime, with room for the values. */
export const MAX_PLACE_UNITS = 64 * 1024 * 1024;
/** From spawning the server to the end of the handshake, milliseconds. */
export const START_TIMEOUT_MS = 30_000;
/** One request, milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The whole read, milliseconds; the option `timeout` sets it, in seconds. */
export const READ_TIMEOUT_MS = 120_000;
/** Largest value of the option `timeout`, seconds. */
export const MAX_TIMEOUT_SECONDS = 3_600;
/** Last bytes of a server's stderr that are kept to recognise a cause. */
export const MAX_STDERR_BYTES = 64 * 1024;
/** Between two tries to reach a server that is starting, milliseconds: the first pause, and the longest. */
export const POLL_FIRST_MS = 20;
export const POLL_MOST_MS = 250;
/** How long a server that is starting may answer 404 before its path is called wrong, milliseconds. */
export const NOT_FOUND_PATIENCE_MS = 3_000;
/** Redirects of one HTTP request that are followed: to a slash, to another path, and one more. */
export const MAX_REDIRECTS = 3;
/** How often a stream of events that ended without its answer is taken up again. */
export const MAX_RESUMES = 5;
/** The longest pause before that which a server may ask for, milliseconds. */
export const MAX_RESUME_PAUSE_MS = 1_000;
/** What the optional stream for a server's own messages, and ending a session, may take, milliseconds. */
export const OPTIONAL_REQUEST_MS = 1_000;
/** Silence that lets a list count as settled, milliseconds. */
export const SETTLE_QUIET_MS = 50;
/** Walks of the lists before a server that never lists the same twice is called unstable. */
export const MAX_WALKS = 5;
/** From closing a server's stdin to SIGKILL of its process group, milliseconds. */
export const END_GRACE_MS = 300;
/** From SIGKILL until we stop waiting for the exit to be reported, milliseconds. */
export const KILL_WAIT_MS = 5_000;
/** Between closing a server's stdin and SIGKILL: one that does nothing from here, milliseconds, */
export const IDLE_FROM_MS = 100;
/** to here is one that stays, not one that a busy machine keeps from leaving. */
export const IDLE_UNTIL_MS = 200;
/** A baseline file, bytes: 50,000 tools of 1.4 kB each take 70 MB. */
export const MAX_BASELINE_BYTES = 128 * 1024 * 1024;
/** A file that a killed run left beside the baseline is removed by a later one when it is so old, milliseconds. */
export const UNFINISHED_BASELINE_MS = 600_000;
/**
 * Values of a baseline file, counted as commas and opening brackets: 50,000 tools have some 1,300,000. A file of single
 * digits took minutes and all memory before anything was found wrong with it.
 */
export const MAX_BASELINE_VALUES = 4_000_000;
/** The configuration, UTF-16 code units: some 200 bytes a server. */
export const MAX_CONFIGURATION_BYTES = 1024 * 1024;
/** Levels of nesting in it: file, servers, one server, a list. */
export const MAX_CONFIGURATION_DEPTH = 8;
/** Its problems that are listed. */
export const MAX_CONFIGURATION_PROBLEMS = 20;
/** Servers of one configuration. */
export const MAX_SERVERS = 200;
/** Servers that are read at the same time: a runner of GitHub has four cores. */
export const MAX_PARALLEL_SERVERS = 4;
/** Problems of one malformed baseline that are listed. */
export const MAX_BASELINE_PROBLEMS = 20;
/** Names longer than this many UTF-16 code units are recorded by their digest. Source: FORMAT 3.2. */
export const MAX_NAME_LENGTH = 256;
/** JSON that is written piece by piece: UTF-16 code units of a piece, at least. */
export const JSON_CHUNK_UNITS = 64 * 1024;
/** Names of fields and aspects that are kept once for all items: servers use a few dozen. */
export const MAX_SHARED_NAMES = 4_096;
/** UTF-16 code units of one name that reach a screen, a log or a summary. */
export const MAX_PRINTED_LENGTH = 80;
/** Annotations of one level that GitHub shows for a step. */
export const MAX_ANNOTATIONS = 10;
/** Files of a pull request that are searched for the names of changed items; each takes a few git calls. */
export const MAX_CHANGED_FILES = 200;
/** Files that one comparison of GitHub's API lists at most; so many may not be all. */
export const MAX_COMPARED_FILES = 300;
/** A larger file is a generated one, and is not searched, bytes. */
export const MAX_SOURCE_BYTES = 1024 * 1024;
/** Names that are searched for: twice as many as there can be annotations. */
export const MAX_SOUGHT_NAMES = 20;
/** What GitHub's API may take to tell what a shallow clone does not have, milliseconds. */
export const BASE_TIMEOUT_MS = 10_000;
/** One try of a question to GitHub's API, milliseconds. */
export const API_ATTEMPT_MS = 10_000;
/** Tries after the first, one and four seconds later. */
export const MAX_API_RETRIES = 2;
/** Fields that the title of an annotation names before "and N more". */
export const MAX_TITLE_FIELDS = 3;
/** What the comment on a pull request may take, with a wait for a limit of GitHub's that ends in a minute, milliseconds. */
export const COMMENT_TIMEOUT_MS = 75_000;
/** Pages of a hundred comments that are searched for our own; the longest discussions of public repositories have some 30. */
export const MAX_COMMENT_PAGES = 50;
/** Bytes of a comment; GitHub refuses one of more than 65,536 characters. */
export const MAX_COMMENT_BYTES = 60 * 1024;
/** Entries of a directory of proposed baselines: one file a server, and the directories above. */
export const MAX_PROPOSAL_ENTRIES = 2_000;
/** What committing a baseline through GitHub's API may take, milliseconds. */
export const RENEWAL_TIMEOUT_MS = 120_000;
/** Bytes of the text of a pull request; GitHub refuses one of more than 65,536 characters. */
export const MAX_PULL_REQUEST_BYTES = 60 * 1024;
/** UTF-16 code units of an annotation's message: the runner cuts at 4096, and with it the command at the end. */
export const MAX_MESSAGE_UNITS = 4_000;
/** Bytes of a job summary; GitHub drops one above 1 MiB, shared with the rest of the step. */
export const MAX_SUMMARY_BYTES = 900 * 1024;
/** Items of one group that a report lists by name before "and N more". */
export const MAX_LISTED_NAMES = 20;
/** Properties that a report names beside one item of a group before "and N more". */
export const MAX_MEMBER_PROPERTIES = 5;
/** Items of one group that the job summary names. */
export const MAX_SUMMARY_NAMES = 200;
/** Names in one of the outputs `added`, `removed`, `changed`, UTF-16 code units; GitHub allows all outputs of a job 1 MB in UTF-16. */
export const MAX_OUTPUT_LENGTH = 128 * 1024;
/** Columns of a screen: a terminal has 80, and the demonstration indents by two. */
export const SCREEN_COLUMNS = 78;
/** One word of a command line in the line that is printed to be run again, UTF-16 code units. */
export const MAX_REPEATED_WORD = 1_000;
/** Both sides of a patch of the baseline that the job summary shows, UTF-16 code units: some 10,000 tools. */
export const MAX_PATCH_UNITS = 16 * 1024 * 1024;
/** What a git call may print, bytes: a baseline and a little. */
export const MAX_GIT_OUTPUT_BYTES = MAX_BASELINE_BYTES + 64 * 1024;
/** One git call, milliseconds. */
export const GIT_TIMEOUT_MS = 30_000;
/** Files of a commit that is laid out to read its server; the largest public repositories have some 400,000. */
export const MAX_TREE_FILES = 500_000;
/** All of them together, bytes. */
export const MAX_TREE_BYTES = 4 * 1024 * 1024 * 1024;
/** One of them, bytes: GitHub takes none above it. */
export const MAX_TREE_FILE_BYTES = 100 * 1024 * 1024;
/** Reading them from git, milliseconds. */
export const TREE_TIMEOUT_MS = 300_000;
/** Target of a symbolic link, bytes: what Linux takes. */
export const MAX_LINK_BYTES = 4_095;
/** Shorter values of variables are ordinary words, and are not looked for. Source: FORMAT 4.7. */
export const MIN_SECRET_LENGTH = 6;
/** Everything a boxed server may write: its tmp, home and changes to the checkout, bytes of memory. */
export const SANDBOX_SCRATCH_BYTES = 512 * 1024 * 1024;
/** Files and directories it may make there: a tree of node_modules has tens of thousands. */
export const SANDBOX_SCRATCH_FILES = 200_000;
/** Processes and threads of one box; a Java server alone has some sixty. */
export const SANDBOX_MAX_PROCESSES = 1_024;
/** The same where no namespace counts for itself: all processes and threads of the user. */
export const USER_MAX_PROCESSES = 8_192;
/** From starting a launcher to the canary's answer, milliseconds; 40 to 100 on an idle machine. */
export const SANDBOX_READY_TIMEOUT_MS = 20_000;
/** A box ends itself after this many seconds, whoever still holds it: the longest read and a margin. */
export const SANDBOX_LIFETIME_SECONDS = MAX_TIMEOUT_SECONDS + 300;
/** One frame of the launcher, bytes: a few lines of text. */
export const SANDBOX_MAX_FRAME_BYTES = 1024 * 1024;
/** The `setup` command, milliseconds: it may install packages. */
export const SETUP_TIMEOUT_MS = 900_000;
/** Listing the checkout's hidden names, or copying it, milliseconds. */
export const CHECKOUT_WALK_TIMEOUT_MS = 120_000;
/** Output of such a listing, bytes. */
export const MAX_CHECKOUT_LISTING_BYTES = 64 * 1024 * 1024;
/** Last bytes of a launcher's stderr that are kept as the reason of a failure. */
export const MAX_LAUNCHER_STDERR_BYTES = 4 * 1024;
/** Files above this size are not searched for a date, bytes. */
export const MAX_TRACKED_FILE_BYTES = 4 * 1024 * 1024;
/** A file that is read to find the server, bytes; the largest real package.json is some 100 KB. */
export const MAX_DETECT_FILE_BYTES = 1024 * 1024;
/** Levels of nesting in such a file. */
export const MAX_DETECT_DEPTH = 64;
/** Names of one directory that are looked at to find the server. */
export const MAX_DETECT_NAMES = 200;
/** UTF-16 code units of one word of a command that is found. */
export const MAX_DETECT_WORD = 1_000;
/** Workflows of a repository that are looked at for their set-up steps. */
export const MAX_WORKFLOW_FILES = 100;
/** Steps of one job that are looked at. */
export const MAX_WORKFLOW_STEPS = 100;
/** UTF-16 code units of one text of a step: a script above that installs nothing simple. */
export const MAX_WORKFLOW_TEXT = 4_000;
/** Set-up steps that a written workflow takes over. */
export const MAX_SETUP_STEPS = 12;
/** Wildcards in one pattern of CODEOWNERS: each multiplies the ways to match. */
export const MAX_OWNER_WILDCARDS = 6;
/** A written workflow's job, minutes: installation, build and one read. */
export const JOB_MINUTES = 10;
/** The same where a compiler builds everything from its sources. */
export const COMPILING_JOB_MINUTES = 20;
/** UTF-16 code units of one text that `show` and `diff` put on a screen; the longest real description has some 30,000. */
export const MAX_SHOWN_UNITS = 64 * 1024;
/** Hidden characters of one run that are named one by one. */
export const MAX_NAMED_CHARACTERS = 8;
/** Lines of one field that `show` and `diff` put on a screen: the largest real schema has some 1,500. */
export const MAX_FIELD_LINES = 4_000;
/** Both sides of a text that is compared word by word, UTF-16 code units, without what they begin and end alike with. */
export const MAX_DIFFED_UNITS = 512 * 1024;
/** Words or lines that two texts may differ in to be aligned; it takes time with their length and memory with their square. */
export const MAX_EDITS = 1_000;
/** Bytes of one surface in the local store of definitions: larger ones are not kept. */
export const MAX_SURFACE_BYTES = 16 * 1024 * 1024;
/** Surfaces in the local store of definitions, of all servers of a repository; the ones not used for longest go. */
export const MAX_STORED_SURFACES = 100;
/** Bytes of the local store of definitions. */
export const MAX_STORED_BYTES = 64 * 1024 * 1024;
