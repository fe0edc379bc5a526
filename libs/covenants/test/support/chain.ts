import { binToHex, decodeTransactionCommon, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { createNode, type ChainNode, type NodeOptions, type NodeTransaction } from '@weir/devnet';
import { usableLocktime, type ChainTip } from '../../src/index.js';

/** A real node, seen as the code that calls builders sees a chain. */
export interface TestChain {
  readonly node: ChainNode;
  tip(): ChainTip;
  /** The latest locktime a transaction may carry now. */
  locktime(): bigint;
  /** Mines until exactly this locktime may be carried. */
  reach(locktime: bigint): void;
  /** Mines blocks that bring next to no time. */
  mine(blocks: number): void;
  /** Unspent coins of a locking bytecode, unconfirmed ones included, oldest first. */
  coinsOf(lockingBytecode: Uint8Array): Utxo[];
  transaction(txid: string): TransactionCommon;
  /** Satoshis of fee a known transaction paid. */
  feeOf(txid: string): bigint;
  /** New coins from nowhere; output 0 of a transaction each. */
  fund(lockingBytecode: Uint8Array, ...satoshis: bigint[]): void;
}

/** Well in the past, so that the node's clock may be moved on. */
const NOW = 1_700_000_000;

const known = (node: ChainNode, txid: string): NodeTransaction => {
  const transaction = node.transaction(txid);
  if (transaction === undefined) throw new Error(`The chain does not hold ${txid}`);
  return transaction;
};

export const decode = (hex: string): TransactionCommon => {
  const transaction = decodeTransactionCommon(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
};

/** Lists where outputs were, by locking bytecode: a node itself keeps no such index. */
const followOutputs = (node: ChainNode): ((lockingBytecode: string) => readonly { txid: string; vout: number }[]) => {
  const places = new Map<string, { txid: string; vout: number }[]>();
  node.on('transaction', ({ txid, outputs }) => {
    for (const [vout, { lockingBytecode }] of outputs.entries()) {
      const list = places.get(lockingBytecode) ?? [];
      list.push({ txid, vout });
      places.set(lockingBytecode, list);
    }
  });
  return (lockingBytecode) => places.get(lockingBytecode) ?? [];
};

export const createTestChain = (options: Pick<NodeOptions, 'clockStopped'> = {}): TestChain => {
  const node = createNode({ now: NOW, ...options });
  const placesOf = followOutputs(node);
  const decoded = new Map<string, TransactionCommon>();
  const transaction = (txid: string): TransactionCommon => {
    const { hex } = known(node, txid);
    const content = decoded.get(txid) ?? decode(hex);
    decoded.set(txid, content);
    return content;
  };
  const tip = (): ChainTip => ({ height: node.tip.height, medianTimePast: node.tip.medianTimePast });
  return {
    node,
    tip,
    locktime: () => usableLocktime(tip()),
    reach(locktime) {
      // At most six blocks, until their times are the median of the last eleven.
      while (node.tip.medianTimePast - 1 < Number(locktime))
        node.mine(1, { timeStep: Number(locktime) + 1 - node.tip.time });
    },
    mine: (blocks) => void node.mine(blocks, { timeStep: 1 }),
    coinsOf: (lockingBytecode) =>
      placesOf(binToHex(lockingBytecode)).flatMap(({ txid, vout }) => {
        const output = node.output(txid, vout);
        if (output === undefined) return [];
        const { satoshis, token } = output;
        return [{ txid, vout, satoshis, ...(token !== undefined && { token }) }];
      }),
    transaction,
    feeOf: (txid) => known(node, txid).fee,
    fund(lockingBytecode, ...satoshis) {
      for (const each of satoshis) node.fund(binToHex(lockingBytecode), each);
    },
  };
};
