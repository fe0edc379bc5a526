import { createHmac } from 'node:crypto';

/** The parts of a bearer. */
export interface BearerParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly secret: string;
  /** Secret of the HMAC; null for no signature. */
  readonly hash: 'sha256' | 'sha512' | null;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a valid or invalid token by hand, without the library that checks it. */
export const forgeBearer = ({ header, claims, secret, hash }: BearerParts): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${hash === null ? '' : createHmac(hash, secret).update(input).digest('base64url')}`;
};
