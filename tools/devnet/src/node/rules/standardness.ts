import { getDustThreshold } from '@bitauth/libauth';
import { tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Coin } from './coin.js';
import { nonstandard, type Refusal } from './refusal.js';
import type { RuleSet } from './rule-set.js';
import { isDataOutput, isPushOnly, isStandardInputPattern, isStandardOutputPattern } from './script-pattern.js';

const maximumStandardSize = 100_000;
/** All data outputs of a transaction together, OP_RETURN and pushes included. */
const maximumData = 223;

const checkInputs = ({ content }: Transaction, rules: RuleSet): Refusal | undefined => {
  for (const { unlockingBytecode } of content.inputs) {
    if (unlockingBytecode.length > rules.maximumStandardUnlocking) return nonstandard('scriptsig-size');
    if (!isPushOnly(unlockingBytecode)) return nonstandard('scriptsig-not-pushonly');
  }
  return undefined;
};

const checkOutputs = ({ content }: Transaction, rules: RuleSet): Refusal | undefined => {
  let data = 0;
  for (const output of content.outputs) {
    const { lockingBytecode, valueSatoshis } = output;
    if (!isStandardOutputPattern(lockingBytecode) && !isStandardBare(lockingBytecode, rules)) {
      return nonstandard('scriptpubkey');
    }
    if (isDataOutput(lockingBytecode)) data += lockingBytecode.length;
    else if (valueSatoshis < getDustThreshold(output)) return nonstandard('dust');
  }
  return data > maximumData ? nonstandard('oversize-op-return') : undefined;
};

/** Since May 2026 any locking bytecode is standard up to a length. A bad token prefix never is. */
const isStandardBare = (lockingBytecode: Uint8Array, { maximumStandardBare }: RuleSet): boolean =>
  maximumStandardBare > 0 && lockingBytecode.length <= maximumStandardBare && lockingBytecode[0] !== tokenPrefixByte;

/** Relay's rules on the form of a transaction; a block may break them. */
export const checkStandard = (transaction: Transaction, rules: RuleSet): Refusal | undefined => {
  const { version } = transaction.content;
  if (version !== 1 && version !== 2) return nonstandard('version');
  if (transaction.raw.length > maximumStandardSize) return nonstandard('tx-size');
  return checkInputs(transaction, rules) ?? checkOutputs(transaction, rules);
};

/** Relay's rule on what may be spent. */
export const checkStandardCoins = (coins: readonly Coin[], rules: RuleSet): Refusal | undefined =>
  coins.every(
    ({ output }) => isStandardInputPattern(output.lockingBytecode) || isStandardBare(output.lockingBytecode, rules),
  )
    ? undefined
    : nonstandard('bad-txns-nonstandard-inputs');
