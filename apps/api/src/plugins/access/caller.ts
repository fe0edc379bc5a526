import type { FastifyRequest } from 'fastify';
import { CALLER_HEADER } from '@weir/api-contract';
import { parseAddress, type Network } from '@weir/covenants';
import { ApiError } from '@weir/http';
import type { Viewer } from '@weir/services';
import type { AuthConfig } from '../../config/auth-config.js';
import { bearerRequired, readBearer } from './bearer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's canonical cash address, on routes that take one. */
    callerAddress: string | undefined;
    /** Whether a bearer proves it; where callers are believed, most do not bring one. */
    isCallerAuthenticated: boolean;
  }
}

/** How a request's caller is told. */
export interface CallerReader {
  /**
   * Undefined where the request names nobody.
   *
   * @throws ApiError INVALID_ADDRESS, CALLER_REQUIRED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN
   */
  readonly read: (request: FastifyRequest) => Promise<Viewer | undefined>;
  /** Why a request without a caller is refused. */
  readonly missing: () => ApiError;
}

const headerRequired = (): ApiError =>
  new ApiError('CALLER_REQUIRED', `Send the caller's cash address in the header ${CALLER_HEADER}`, {
    in: 'headers',
    field: CALLER_HEADER,
  });

/** The caller as the header names them. */
const readHeader = (request: FastifyRequest, network: Network): string | undefined => {
  const given = request.headers[CALLER_HEADER];
  if (typeof given !== 'string' || given.trim() === '') return undefined;
  const parsed = parseAddress(given, network);
  if (parsed.ok) return parsed.address;
  throw new ApiError('INVALID_ADDRESS', `The header ${CALLER_HEADER} must be a P2PKH cash address of ${network}`, {
    in: 'headers',
    field: CALLER_HEADER,
    problem: parsed.problem,
    network,
  });
};

/** Believes the header as it stands. */
export const unverifiedCaller = (network: Network): CallerReader => ({
  read: (request) => {
    const address = readHeader(request, network);
    return Promise.resolve(address === undefined ? undefined : { address, isAuthenticated: false });
  },
  missing: headerRequired,
});

/** Believes a bearer; the header may say the same, and proves nothing by itself. */
export const authenticatedCaller = (network: Network, loadSecret: () => Promise<unknown>): CallerReader => ({
  read: async (request) => {
    const proven = await readBearer(request, loadSecret);
    const named = readHeader(request, network);
    if (proven === undefined) {
      if (named === undefined) return undefined;
      throw bearerRequired();
    }
    if (named === undefined || named === proven) return { address: proven, isAuthenticated: true };
    throw new ApiError(
      'FORBIDDEN',
      `The header ${CALLER_HEADER} names another address than the bearer token was given to`,
      {
        in: 'headers',
        field: CALLER_HEADER,
      },
    );
  },
  missing: bearerRequired,
});

const isBearer = ({ headers }: FastifyRequest): boolean => /^bearer\b/iu.test(headers.authorization ?? '');

const isForeign = (error: unknown): boolean => error instanceof ApiError && error.code === 'TOKEN_INVALID';

/**
 * Takes a bearer where one is brought; else believes the header where headers are believed, and knows nobody where not. Where
 * headers are believed, a bearer that is none of this service's may be a gateway's: it proves nothing, and harms nothing.
 */
export const provableCaller = (proven: CallerReader, believed: CallerReader | undefined): CallerReader => ({
  read: async (request) => {
    if (!isBearer(request)) return believed?.read(request);
    if (believed === undefined) return proven.read(request);
    try {
      return await proven.read(request);
    } catch (error) {
      if (isForeign(error)) return believed.read(request);
      throw error;
    }
  },
  missing: bearerRequired,
});

/** The readers of a server's callers. */
export interface CallerReaders {
  /** For most routes, as the server is set up. */
  readonly usual: CallerReader;
  /** For what a bearer alone opens. */
  readonly proven: CallerReader;
  /** For what a bearer opens, and a header where headers are believed. */
  readonly provable: CallerReader;
}

/** The readers of a mode. @param loadSecret awaited before a bearer is judged */
export const callerReaders = (
  mode: AuthConfig['mode'],
  network: Network,
  loadSecret: () => Promise<unknown>,
): CallerReaders => {
  const proven = authenticatedCaller(network, loadSecret);
  const believed = mode === 'header' ? unverifiedCaller(network) : undefined;
  return { usual: believed ?? proven, proven, provable: provableCaller(proven, believed) };
};

/**
 * The caller of a route that demands one.
 *
 * @throws ApiError CALLER_REQUIRED
 */
export const callerOf = (request: FastifyRequest): string => {
  if (request.callerAddress !== undefined) return request.callerAddress;
  throw headerRequired();
};

/** Who looks, for what only some may see; undefined for nobody in particular. */
export const viewerOf = ({ callerAddress, isCallerAuthenticated }: FastifyRequest): Viewer | undefined =>
  callerAddress === undefined ? undefined : { address: callerAddress, isAuthenticated: isCallerAuthenticated };

/** Until when the bearer of a request is good, Unix seconds; undefined where none proves its caller. */
export const bearerExpiryOf = ({ isCallerAuthenticated, user }: FastifyRequest): number | undefined =>
  isCallerAuthenticated && typeof user === 'object' && 'exp' in user && typeof user.exp === 'number'
    ? user.exp
    : undefined;
