import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '@weir/http';
import type { Origin, PayingWallet } from '@weir/services';

/** Returns the fee rate that a request names, satoshis for 1,000 bytes; undefined where it names none. */
export const feeRateOf = ({ feeRate }: { readonly feeRate?: number | null }): bigint | undefined =>
  feeRate === undefined || feeRate === null ? undefined : BigInt(feeRate);

/** Returns the further addresses of the wallet that signs: those that the query names, else those of the caller. */
export const walletOf = ({
  query,
  caller,
}: {
  readonly query: { readonly addresses?: string; readonly changeAddress?: string };
  readonly caller: FastifyRequest['caller'];
}): PayingWallet => ({
  addresses: query.addresses?.split(',') ?? caller?.addresses,
  changeAddress: query.changeAddress,
});

/** Hex digits of the digest that are kept. */
const DIGITS = 32;

/** Returns the origin that quotas count a request for. The network is kept as a digest, not as an address. */
export const originOf = ({ ip, caller }: Pick<FastifyRequest, 'ip' | 'caller'>): Origin => ({
  network: createHash('sha256')
    .update(`weir network ${networkOf(ip)}`)
    .digest('hex')
    .slice(0, DIGITS),
  account: caller?.isAuthenticated === true ? caller.account : undefined,
});
