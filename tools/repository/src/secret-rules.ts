import { decodePrivateKeyWif } from '@bitauth/libauth';

export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Whether a match really is a secret; by default it is. */
  readonly isReal?: (match: string) => boolean;
}

/** A secret found in a text. Its value is left out, since findings end up in logs. */
export interface SecretFinding {
  readonly rule: string;
  readonly line: number;
}

/** Passwords of local servers, and placeholders. */
const HARMLESS = /:\/\/user:password@|@(localhost|127\.0\.0\.1|\[::1\])(?=[:/?]|$)/;

export const SECRET_RULES: readonly SecretRule[] = [
  { name: 'private key in PEM', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  // Anything of that form with a valid checksum.
  {
    name: 'private key of coins (WIF)',
    pattern: /\b[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}\b/g,
    isReal: (text) => typeof decodePrivateKeyWif(text) !== 'string',
  },
  { name: 'HD private key', pattern: /\b[xtyz]prv[1-9A-HJ-NP-Za-km-z]{100,}\b/g },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'Google key', pattern: /\bAIza[\w-]{35}\b/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})\b/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[^\s$]{8,}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{10,}/g },
  { name: 'Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,}/g },
  { name: 'bearer token', pattern: /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{20,}/g },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`$<>]+:[^\s/:@'"`$<>]+@[^\s'"`)]+/g,
    isReal: (text) => !HARMLESS.test(text),
  },
];

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Returns the secrets that the rules find in a text. */
export const findSecrets = (text: string): SecretFinding[] =>
  SECRET_RULES.flatMap(({ name, pattern, isReal = () => true }) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => isReal(match))
      .map(({ index }) => ({ rule: name, line: lineOf(text, index) })),
  );
