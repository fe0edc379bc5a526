import {
  type Block,
  type BlockHeader,
  canonicalOrder,
  easiestBits,
  satisfiesProofOfWork,
} from '../primitives/block.js';
import { heightPush } from '../primitives/coinbase.js';
import { merkleRoot } from '../primitives/merkle.js';
import { isCoinbase, tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Tip } from './check-transaction.js';
import { invalid, type Refusal } from './refusal.js';

/** How far a block's time may be ahead of the clock, seconds. */
const maximumAhead = 7200;

/**
 * The limits on a block's time, Unix seconds.
 * @param medianTimePast of the block before
 * @param now the node's clock
 */
export const checkBlockTime = (
  { time }: Pick<BlockHeader, 'time'>,
  medianTimePast: number,
  now: number,
): Refusal | undefined => {
  if (time <= medianTimePast) return invalid('time-too-old');
  return time > now + maximumAhead ? invalid('time-too-new') : undefined;
};

const checkCoinbase = ({ content, raw }: Transaction, height: number): Refusal | undefined => {
  const [input] = content.inputs;
  const script = input?.unlockingBytecode ?? new Uint8Array();
  if (script.length < 2 || script.length > 100) return invalid('bad-cb-length');
  if (!Buffer.from(script).subarray(0, heightPush(height).length).equals(heightPush(height))) {
    return invalid('bad-cb-height');
  }
  if (raw.length < 65) return invalid('bad-txns-undersize');
  if (content.outputs.some(({ lockingBytecode }) => lockingBytecode[0] === tokenPrefixByte)) {
    return invalid('bad-txns-vout-tokenprefix');
  }
  return content.outputs.some(({ token }) => token !== undefined) ? invalid('bad-txns-coinbase-has-tokens') : undefined;
};

const checkTransactions = ({ header, transactions }: Block, height: number): Refusal | undefined => {
  const [coinbase, ...rest] = transactions;
  if (coinbase === undefined || !isCoinbase(coinbase)) return invalid('bad-cb-missing');
  if (rest.some(isCoinbase)) return invalid('bad-tx-coinbase');
  if (header.merkleRoot !== merkleRoot(transactions.map(({ txid }) => txid))) return invalid('bad-txnmrklroot');
  if (new Set(rest.map(({ txid }) => txid)).size !== rest.length) return invalid('tx-duplicate');
  if (canonicalOrder(rest).some((transaction, index) => transaction !== rest[index])) return invalid('tx-ordering');
  return checkCoinbase(coinbase, height);
};

/** Checks a block for this tip, before its transactions are validated one by one. */
export const checkBlock = (block: Block, tip: Tip & { readonly hash: string }, now: number): Refusal | undefined => {
  const { hash, header } = block;
  if (header.previousHash !== tip.hash) return invalid('prev-blk-not-found');
  if (header.bits !== easiestBits) return invalid('bad-diffbits');
  if (!satisfiesProofOfWork(hash)) return invalid('high-hash');
  return checkBlockTime(header, tip.medianTimePast, now) ?? checkTransactions(block, tip.height + 1);
};
