import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@weir/http';

/** Lifetime of a bearer, seconds. */
export const BEARER_SECONDS = 1_800;

const EXPIRED = 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED';

/** The challenge that clients and libraries expect with a 401. */
export const BEARER_CHALLENGE = { 'www-authenticate': 'Bearer' };
const INVALID_CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' };

/** Creates the error for a missing bearer. */
export const bearerRequired = (): ApiError =>
  new ApiError(
    'CALLER_REQUIRED',
    'Prove who calls: sign the message of POST /api/auth/nonce, send it to POST /api/auth/verify, and repeat the request with Authorization: Bearer',
    { in: 'headers', field: 'authorization' },
    BEARER_CHALLENGE,
  );

const refused = (error: unknown): ApiError => {
  const isExpired = error instanceof Error && 'code' in error && error.code === EXPIRED;
  const [code, message] = isExpired
    ? (['TOKEN_EXPIRED', 'The bearer token has expired; sign in again by POST /api/auth/nonce'] as const)
    : (['TOKEN_INVALID', 'This is no bearer token of this service; sign in by POST /api/auth/nonce'] as const);
  return new ApiError(code, message, { in: 'headers', field: 'authorization' }, INVALID_CHALLENGE);
};

/** Issues a bearer for an address. @param now Unix seconds */
export const signBearer = async (
  reply: FastifyReply,
  address: string,
  now: number,
): Promise<{ readonly bearer: string; readonly expiresAt: number }> => {
  const expiresAt = now + BEARER_SECONDS;
  const bearer = await reply.jwtSign({ sub: address, iat: now, exp: expiresAt }, { sign: {} });
  return { bearer, expiresAt };
};

/**
 * Returns the address that a request's bearer was issued to; undefined where it carries none.
 *
 * @param loadSecret awaited first, so that an unreachable database is not mistaken for a forged token
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED; and whatever loading the secret throws
 */
export const readBearer = async (
  request: FastifyRequest,
  loadSecret: () => Promise<unknown>,
): Promise<string | undefined> => {
  if (request.headers.authorization === undefined) return undefined;
  await loadSecret();
  try {
    const { sub } = await request.jwtVerify<{ readonly sub: string }>();
    return sub;
  } catch (error) {
    throw refused(error);
  }
};
