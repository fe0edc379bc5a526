import { getDustThreshold } from '@bitauth/libauth';
import { tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Coin } from './coin.js';
import { nonstandard, type Refusal } from './refusal.js';
import { RULES } from './rule-set.js';
import { isDataOutput, isPushOnly, isStandardInputPattern, isStandardOutputPattern } from './script-pattern.js';

const maximumStandardSize = 100_000;
/** The most bytes of all data outputs of a transaction together, OP_RETURN and pushes included. */
const maximumData = 223;

const checkInputs = ({ content }: Transaction): Refusal | undefined => {
  for (const { unlockingBytecode } of content.inputs) {
    if (unlockingBytecode.length > RULES.maximumStandardUnlocking) return nonstandard('scriptsig-size');
    if (!isPushOnly(unlockingBytecode)) return nonstandard('scriptsig-not-pushonly');
  }
  return undefined;
};

const checkOutputs = ({ content }: Transaction): Refusal | undefined => {
  let data = 0;
  for (const output of content.outputs) {
    const { lockingBytecode, valueSatoshis } = output;
    if (!isStandardOutputPattern(lockingBytecode) && !isStandardBare(lockingBytecode)) {
      return nonstandard('scriptpubkey');
    }
    if (isDataOutput(lockingBytecode)) data += lockingBytecode.length;
    else if (valueSatoshis < getDustThreshold(output)) return nonstandard('dust');
  }
  return data > maximumData ? nonstandard('oversize-op-return') : undefined;
};

/** Whether relay allows a locking bytecode of no known pattern: up to a length, but never with a bad token prefix. */
const isStandardBare = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode.length <= RULES.maximumStandardBare && lockingBytecode[0] !== tokenPrefixByte;

/** Checks the form of a transaction by the rules of relay, which blocks may break. */
export const checkStandard = (transaction: Transaction): Refusal | undefined => {
  const { version } = transaction.content;
  if (version !== 1 && version !== 2) return nonstandard('version');
  if (transaction.raw.length > maximumStandardSize) return nonstandard('tx-size');
  return checkInputs(transaction) ?? checkOutputs(transaction);
};

/** Checks the outputs to be spent by the rules of relay. */
export const checkStandardCoins = (coins: readonly Coin[]): Refusal | undefined =>
  coins.every(({ output }) => isStandardInputPattern(output.lockingBytecode) || isStandardBare(output.lockingBytecode))
    ? undefined
    : nonstandard('bad-txns-nonstandard-inputs');
