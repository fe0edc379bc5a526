import { binToHex } from '@bitauth/libauth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_HEADER } from '@weir/api-contract';
import { addressPrefix, type Network, parseAddress } from '@weir/covenants';
import { ApiError } from '@weir/http';
import { MAX_ADDRESSES } from '@weir/kinds';
import { explainAddress, faultDetails, faultText } from '@weir/merkle/addresses';
import type { Viewer, WalletAddresses } from '@weir/services';
import type { AuthConfig } from '../../config/config.js';

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
    'A signed-in caller is required: sign the message of POST /api/auth/nonce, send the signature to POST /api/auth/verify, then repeat the request with Authorization: Bearer',
    { in: 'headers', field: 'authorization' },
    BEARER_CHALLENGE,
  );

const refused = (error: unknown): ApiError => {
  const isExpired = error instanceof Error && 'code' in error && error.code === EXPIRED;
  const [code, message] = isExpired
    ? (['TOKEN_EXPIRED', 'The bearer token has expired; sign in again (POST /api/auth/nonce)'] as const)
    : (['TOKEN_INVALID', 'The bearer token is not valid here; sign in (POST /api/auth/nonce)'] as const);
  return new ApiError(code, message, { in: 'headers', field: 'authorization' }, INVALID_CHALLENGE);
};

/** What a bearer says of its addresses. */
interface Claims {
  /** The first address. */
  readonly sub: string;
  /** Further addresses of the same wallet, proven by the same sign-in. */
  readonly also?: readonly string[];
}

/** Issues a bearer for the addresses of one wallet. @param now Unix seconds */
export const signBearer = async (reply: FastifyReply, [sub = '', ...also]: readonly string[], now: number) => {
  const expiresAt = now + BEARER_SECONDS;
  const claims = { sub, iat: now, exp: expiresAt, ...(also.length > 0 && { also }) };
  const bearer = await reply.jwtSign(claims, { sign: {} });
  return { bearer, expiresAt };
};

/**
 * Returns the addresses that a request's bearer was issued to; undefined where it carries none.
 *
 * @param loadSecret awaited first, so that an unreachable database is not mistaken for a forged token
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED; and the errors of loading the secret
 */
export const readBearer = async (
  request: FastifyRequest,
  loadSecret: () => Promise<unknown>,
): Promise<WalletAddresses | undefined> => {
  if (request.headers.authorization === undefined) return undefined;
  await loadSecret();
  try {
    const { sub, also = [] } = await request.jwtVerify<Claims>();
    return [sub, ...also];
  } catch (error) {
    throw refused(error);
  }
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, on routes that take a caller. */
    caller: RequestCaller | undefined;
  }
}

/** The caller of a request; addresses are canonical. */
export interface RequestCaller extends Viewer {
  /** All addresses of the session, in its order, for each address that the request acts for. */
  readonly session: WalletAddresses;
  /** hash160 of the first address of the session, hex. */
  readonly account: string;
}

/** How the caller of a request is determined. */
export interface CallerReader {
  /**
   * Resolves to undefined where the request names no caller.
   *
   * @throws ApiError INVALID_ADDRESS, CALLER_REQUIRED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN
   */
  readonly read: (request: FastifyRequest) => Promise<RequestCaller | undefined>;
  /** Creates the error for a request without a caller. */
  readonly missing: () => ApiError;
}

const headerRequired = (): ApiError =>
  new ApiError('CALLER_REQUIRED', `Send the caller's cash address in the header ${CALLER_HEADER}`, {
    in: 'headers',
    field: CALLER_HEADER,
  });

const parse = (given: string, network: Network): { readonly address: string; readonly account: string } => {
  const parsed = parseAddress(given, network);
  if (parsed.ok) return { address: parsed.address, account: binToHex(parsed.hash) };
  const fault = explainAddress(given, addressPrefix(network));
  const why = fault === undefined ? 'must be a P2PKH address, since a key has to sign' : faultText(fault);
  throw new ApiError('INVALID_ADDRESS', `The header ${CALLER_HEADER} ${why}`, {
    in: 'headers',
    field: CALLER_HEADER,
    network,
    ...(fault === undefined ? { problem: 'NOT_P2PKH' } : faultDetails(fault)),
  });
};

/** Reads the caller's addresses from the header: one, or those of one wallet, separated by commas. */
const readHeader = (request: FastifyRequest, network: Network): WalletAddresses | undefined => {
  const given = request.headers[CALLER_HEADER];
  if (typeof given !== 'string' || given.trim() === '') return undefined;
  const [first = '', ...others] = given.split(',');
  if (others.length < MAX_ADDRESSES) {
    const own = parse(first, network).address;
    const rest = new Set(others.map((each) => parse(each, network).address));
    rest.delete(own);
    return [own, ...rest];
  }
  throw new ApiError('INVALID_REQUEST', `The header ${CALLER_HEADER} names at most ${MAX_ADDRESSES} addresses`, {
    in: 'headers',
    field: CALLER_HEADER,
  });
};

/** Creates a reader that trusts the header. */
export const unverifiedCaller = (network: Network): CallerReader => ({
  read: (request) => {
    const addresses = readHeader(request, network);
    if (addresses === undefined) return Promise.resolve(undefined);
    const { account } = parse(addresses[0], network);
    return Promise.resolve({ addresses, session: addresses, account, isAuthenticated: false });
  },
  missing: headerRequired,
});

/** Creates a reader that requires a bearer; the header may name some of its addresses, then the request acts for those. */
export const authenticatedCaller = (network: Network, loadSecret: () => Promise<unknown>): CallerReader => ({
  read: async (request) => {
    const proven = await readBearer(request, loadSecret);
    const named = readHeader(request, network);
    if (proven === undefined) {
      if (named === undefined) return undefined;
      throw bearerRequired();
    }
    if (named === undefined || named.every((address) => proven.includes(address))) {
      const { account } = parse(proven[0], network);
      return { addresses: named ?? proven, session: proven, account, isAuthenticated: true };
    }
    throw new ApiError('FORBIDDEN', `The header ${CALLER_HEADER} names an address that the bearer token does not`, {
      in: 'headers',
      field: CALLER_HEADER,
    });
  },
  missing: bearerRequired,
});

const isBearer = ({ headers }: FastifyRequest): boolean => /^bearer\b/iu.test(headers.authorization ?? '');

const isForeign = (error: unknown): boolean => error instanceof ApiError && error.code === 'TOKEN_INVALID';

/**
 * Creates a reader that uses a bearer where one is sent, else the header where that is trusted. A bearer that this
 * service did not issue is ignored where headers are trusted: it may belong to a gateway.
 */
export const optionallyAuthenticatedCaller = (
  authenticated: CallerReader,
  unverified: CallerReader | undefined,
): CallerReader => ({
  read: async (request) => {
    if (!isBearer(request)) return unverified?.read(request);
    if (unverified === undefined) return authenticated.read(request);
    try {
      return await authenticated.read(request);
    } catch (error) {
      if (isForeign(error)) return unverified.read(request);
      throw error;
    }
  },
  missing: bearerRequired,
});

/** Creates a reader that ignores every caller whom another one refuses. */
const lenientCaller = ({ read, missing }: CallerReader): CallerReader => ({
  read: async (request) => {
    try {
      return await read(request);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  },
  missing,
});

/**
 * Reads for which addresses a request shows signatures: those of its session where that is authenticated, and those of a second bearer,
 * which the body of some requests carries.
 *
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED
 */
export type ProofReader = (request: FastifyRequest, bearer: string | undefined) => Promise<readonly string[]>;

/** Creates the reader of proofs. @param loadSecret awaited before a bearer is verified */
export const createProofReader =
  (loadSecret: () => Promise<unknown>): ProofReader =>
  async (request, bearer) => {
    const { caller } = request;
    const own = caller?.isAuthenticated === true ? caller.session : [];
    if (bearer === undefined) return own;
    await loadSecret();
    // Verifying it names its holder as the user of the request, who is the caller.
    const { user } = request;
    // The types of its options lack where the token is taken from.
    const fromBody: object = { extractToken: () => bearer };
    try {
      const { sub, also = [] } = await request.jwtVerify<Claims>(fromBody);
      return [...own, sub, ...also];
    } catch (error) {
      const { code, message } = refused(error);
      throw new ApiError(code, message, { in: 'body', field: 'proof.bearer' });
    } finally {
      request.user = user;
    }
  };

/** Creates the readers of a mode. @param loadSecret awaited before a bearer is verified */
export const callerReaders = (mode: AuthConfig['mode'], network: Network, loadSecret: () => Promise<unknown>) => {
  const authenticated = authenticatedCaller(network, loadSecret);
  const unverified = mode === 'header' ? unverifiedCaller(network) : undefined;
  const usual = unverified ?? authenticated;
  return {
    /** For most routes, by the configured mode. */
    usual,
    /** For routes that need a bearer in any mode. */
    authenticated,
    /** For routes that show more to an authenticated caller. */
    optionallyAuthenticated: optionallyAuthenticatedCaller(authenticated, unverified),
    /** For routes that need no caller and show more to some. */
    lenient: lenientCaller(usual),
  };
};

export type CallerReaders = ReturnType<typeof callerReaders>;

/**
 * Returns the addresses of the caller of a route that requires one.
 *
 * @throws ApiError CALLER_REQUIRED
 */
export const callerOf = ({ caller }: FastifyRequest): WalletAddresses => {
  if (caller !== undefined) return caller.addresses;
  throw headerRequired();
};

/** Returns who views a record, for fields that only some may see; undefined for an anonymous viewer. */
export const viewerOf = ({ caller }: FastifyRequest): Viewer | undefined => caller;

/** Returns when the request's bearer expires, Unix seconds; undefined where it has none. */
export const bearerExpiryOf = ({ caller, user }: FastifyRequest): number | undefined =>
  caller?.isAuthenticated === true && typeof user === 'object' && 'exp' in user && typeof user.exp === 'number'
    ? user.exp
    : undefined;
