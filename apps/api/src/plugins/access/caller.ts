import type { FastifyRequest } from 'fastify';
import { CALLER_HEADER } from '@weir/api-contract';
import { parseAddress, type Network } from '@weir/covenants';
import { ApiError } from '@weir/http';
import { bearerRequired, readBearer } from './bearer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's canonical cash address, on routes that take one. */
    callerAddress: string | undefined;
  }
}

/** How a request's caller is told. */
export interface CallerReader {
  /**
   * The caller's canonical cash address; undefined where the request names none.
   *
   * @throws ApiError INVALID_ADDRESS, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN
   */
  readonly read: (request: FastifyRequest) => Promise<string | undefined>;
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
export const believedCaller = (network: Network): CallerReader => ({
  read: (request) => Promise.resolve(readHeader(request, network)),
  missing: headerRequired,
});

/** Believes a bearer; the header may say the same, and proves nothing by itself. */
export const provenCaller = (network: Network, loadSecret: () => Promise<unknown>): CallerReader => ({
  read: async (request) => {
    const proven = await readBearer(request, loadSecret);
    const named = readHeader(request, network);
    if (named === undefined || named === proven) return proven;
    if (proven === undefined) throw bearerRequired();
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

/**
 * The caller of a route that demands one.
 *
 * @throws ApiError CALLER_REQUIRED
 */
export const callerOf = (request: FastifyRequest): string => {
  if (request.callerAddress !== undefined) return request.callerAddress;
  throw headerRequired();
};
