import { CALLER_HEADER } from '@weir/api-contract';
import { parseAddress } from '@weir/covenants';
import type { Network } from '@weir/covenants';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's canonical cash address, on routes that take one. */
    callerAddress: string | undefined;
  }
}

/**
 * The caller as the header names them, believed as it stands.
 *
 * @throws ApiError INVALID_ADDRESS
 */
export const callerFromHeader = (request: FastifyRequest, network: Network): string | undefined => {
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

/**
 * The caller of a route that demands one.
 *
 * @throws ApiError CALLER_REQUIRED
 */
export const callerOf = (request: FastifyRequest): string => {
  if (request.callerAddress !== undefined) return request.callerAddress;
  throw new ApiError('CALLER_REQUIRED', `Send the caller's cash address in the header ${CALLER_HEADER}`, { in: 'headers', field: CALLER_HEADER });
};
