import { isCoinbase, type Transaction } from '../primitives/transaction.js';
import { invalid, type Refusal } from './refusal.js';

/** 21 million BCH in satoshis. */
export const maximumMoney = 2_100_000_000_000_000n;

const maximumSize = 1_000_000;
/** Amounts are signed in the node, so from here on they are negative. */
const signBit = 1n << 63n;

const checkValues = ({ content }: Transaction): Refusal | undefined => {
  let total = 0n;
  for (const { valueSatoshis } of content.outputs) {
    if (valueSatoshis >= signBit) return invalid('bad-txns-vout-negative');
    if (valueSatoshis > maximumMoney) return invalid('bad-txns-vout-toolarge');
    total += valueSatoshis;
    if (total > maximumMoney) return invalid('bad-txns-txouttotal-toolarge');
  }
  return undefined;
};

/** Checks what holds for every transaction but a coinbase, whatever the state of the chain. */
export const checkRegularTransaction = (transaction: Transaction): Refusal | undefined => {
  const { content, raw, spends } = transaction;
  if (isCoinbase(transaction)) return invalid('bad-tx-coinbase');
  if (content.inputs.length === 0) return invalid('bad-txns-vin-empty');
  if (content.outputs.length === 0) return invalid('bad-txns-vout-empty');
  if (raw.length > maximumSize) return invalid('bad-txns-oversize');
  const unsound = checkValues(transaction);
  if (unsound !== undefined) return unsound;
  return new Set(spends).size === spends.length ? undefined : invalid('bad-txns-inputs-duplicate');
};
