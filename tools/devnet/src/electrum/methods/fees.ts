import type { NodeTransaction } from '../../node/node.types.js';
import { type MethodTable, unsignedOf } from '../rpc/method.js';
import { badRequest, codes, RpcError } from '../rpc/rpc-message.js';
import type { CallContext } from '../services.js';

/** Returns the relay fee in BCH per 1,000 bytes, which is also the estimate: the node asks no more. */
const relayFee = ({ services }: CallContext): number => Number(services.node.relayFee) / 100_000_000;

const firstBin = 100_000;
const binGrowth = 1.1;

/**
 * Groups the mempool by fee rate (whole satoshis per byte), highest first, into growing bins of bytes; the last bin
 * is shown only if it is full.
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

/**
 * Passing calls through to the daemon is disabled, as on public servers. It takes named parameters, so none reach it
 * here.
 */
const noPassthrough = (): never => {
  throw new RpcError(codes.badRequest, 'daemon.passthrough is not enabled on this server');
};

/** Methods on fees, the mempool as a whole, and the daemon. */
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
