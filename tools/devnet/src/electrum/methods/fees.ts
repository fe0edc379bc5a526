import type { NodeTransaction } from '../../node/node.types.js';
import type { MethodTable } from '../rpc/method.js';
import { unsignedOf } from '../rpc/params.js';
import { badRequest, codes, RpcError } from '../rpc/rpc-error.js';
import type { CallContext } from '../services.js';

/** Coins per 1,000 bytes from which on the node relays; it asks no more. */
const relayFee = ({ services }: CallContext): number => Number(services.node.relayFee) / 100_000_000;

const firstBin = 100_000;
const binGrowth = 1.1;

/**
 * Fee rates (satoshis per byte, whole) with the bytes that pay them, highest first, put together into growing bins;
 * the last bin shows only when it is full.
 */
export const feeHistogram = (transactions: readonly NodeTransaction[]): [number, number][] => {
  const bytes = new Map<number, number>();
  for (const { fee, size } of transactions) {
    const rate = Number(fee / BigInt(size));
    bytes.set(rate, (bytes.get(rate) ?? 0) + size);
  }
  const histogram: [number, number][] = [];
  let bin = firstBin;
  let total = 0;
  let carry = 0;
  for (const [rate, size] of [...bytes].sort(([a], [b]) => b - a)) {
    total += size;
    if (total + carry <= bin) continue;
    histogram.push([rate, total]);
    carry += total - bin;
    total = 0;
    bin *= binGrowth;
  }
  return histogram;
};

const estimateFee = (context: CallContext, [blocks]: readonly unknown[]): number => {
  if (unsignedOf(blocks) !== undefined) return relayFee(context);
  throw badRequest('blockchain.estimatefee first parameter should be a non-negative integer');
};

/** Passing calls on to the node is off, as on public servers; what it takes are named parameters, which end before here. */
const noPassthrough = (): never => {
  throw new RpcError(codes.badRequest, 'daemon.passthrough is not enabled on this server');
};

/** Fees, the mempool as a whole, and the daemon. */
export const feeMethods: MethodTable<CallContext> = {
  'blockchain.estimatefee': { min: 1, max: 2, handle: estimateFee },
  'blockchain.relayfee': { min: 0, max: 0, handle: relayFee },
  'daemon.passthrough': { min: 0, max: 0, handle: noPassthrough },
  'mempool.get_fee_histogram': {
    min: 0,
    max: 0,
    handle: ({ services }) => feeHistogram(services.view.index.mempool.transactions),
  },
  'mempool.get_info': {
    min: 0,
    max: 0,
    handle: (context) => ({ mempoolminfee: relayFee(context), minrelaytxfee: relayFee(context) }),
  },
};
