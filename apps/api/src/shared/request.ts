import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '@weir/http';

/** Returns the fee rate that a request names, satoshis for 1,000 bytes; undefined where it names none. */
export const feeRateOf = ({ feeRate }: { readonly feeRate?: number | null }): bigint | undefined =>
  feeRate === undefined || feeRate === null ? undefined : BigInt(feeRate);

/** Hex digits of the digest that are kept. */
const DIGITS = 32;

/** Returns the origin that quotas count a request for. The network is kept as a digest, not as an address. */
export const originOf = ({ ip, isCallerAuthenticated }: Pick<FastifyRequest, 'ip' | 'isCallerAuthenticated'>) => ({
  network: createHash('sha256')
    .update(`weir network ${networkOf(ip)}`)
    .digest('hex')
    .slice(0, DIGITS),
  isProven: isCallerAuthenticated,
});
