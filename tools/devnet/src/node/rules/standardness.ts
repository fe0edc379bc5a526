import {
  decodeAuthenticationInstructions,
  getDustThreshold,
  isPayToPublicKey,
  isPayToPublicKeyHash,
  isPayToScriptHash20,
  isPayToScriptHash32,
  isSimpleMultisig,
} from '@bitauth/libauth';
import { tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Coin } from './check-transaction.js';
import { nonstandard, type Refusal } from './refusal.js';
import { RULES } from './rule-set.js';

const returnOpcode = 0x6a;
const highestPushOpcode = 0x60;

/**
 * Whether bytecode is well-formed and only pushes; numbers and the reserved 0x50 count as pushes, as they do in the
 * node.
 */
const isPushOnly = (bytecode: Uint8Array): boolean =>
  decodeAuthenticationInstructions(bytecode).every(
    (instruction) => !('malformed' in instruction) && instruction.opcode <= highestPushOpcode,
  );

/** Whether an output only carries data: OP_RETURN and pushes. */
const isDataOutput = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === returnOpcode && isPushOnly(lockingBytecode.subarray(1));

const maxBareKeys = 3;

const multisigKeys = (lockingBytecode: Uint8Array): number | undefined => {
  const multisig = isSimpleMultisig(lockingBytecode);
  if (multisig === false) return undefined;
  const { m, n, publicKeys } = multisig;
  return publicKeys.length === n && m >= 1 && m <= n ? n : undefined;
};

const isKeyOrHash = (lockingBytecode: Uint8Array): boolean =>
  isPayToPublicKeyHash(lockingBytecode) ||
  isPayToScriptHash20(lockingBytecode) ||
  isPayToScriptHash32(lockingBytecode) ||
  isPayToPublicKey(lockingBytecode);

/** Whether relay allows new outputs of this pattern: P2PKH, P2SH, P2PK, data, or multisig of at most three keys. */
export const isStandardOutputPattern = (lockingBytecode: Uint8Array): boolean =>
  isKeyOrHash(lockingBytecode) ||
  isDataOutput(lockingBytecode) ||
  (multisigKeys(lockingBytecode) ?? Number.POSITIVE_INFINITY) <= maxBareKeys;

/** Whether relay allows inputs to spend this pattern: those of new outputs, and multisig of any number of keys. */
const isStandardInputPattern = (lockingBytecode: Uint8Array): boolean =>
  isStandardOutputPattern(lockingBytecode) || multisigKeys(lockingBytecode) !== undefined;

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

const checkOutputs = ({ content }: Transaction, dustRate: bigint): Refusal | undefined => {
  let data = 0;
  for (const output of content.outputs) {
    const { lockingBytecode, valueSatoshis } = output;
    if (!isStandardOutputPattern(lockingBytecode) && !isStandardBare(lockingBytecode)) {
      return nonstandard('scriptpubkey');
    }
    if (isDataOutput(lockingBytecode)) data += lockingBytecode.length;
    else if (valueSatoshis * 1_000n < getDustThreshold(output) * dustRate) return nonstandard('dust');
  }
  return data > maximumData ? nonstandard('oversize-op-return') : undefined;
};

/** Whether relay allows a locking bytecode of no known pattern: up to a length, but never with a bad token prefix. */
const isStandardBare = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode.length <= RULES.maximumStandardBare && lockingBytecode[0] !== tokenPrefixByte;

/**
 * Checks the form of a transaction by the rules of relay, which blocks may break.
 *
 * @param dustRate satoshis for 1,000 bytes by which the dust limit is computed
 */
export const checkStandard = (transaction: Transaction, dustRate = 1_000n): Refusal | undefined => {
  const { version } = transaction.content;
  if (version !== 1 && version !== 2) return nonstandard('version');
  if (transaction.raw.length > maximumStandardSize) return nonstandard('tx-size');
  return checkInputs(transaction) ?? checkOutputs(transaction, dustRate);
};

/** Checks the outputs to be spent by the rules of relay. */
export const checkStandardCoins = (coins: readonly Coin[]): Refusal | undefined =>
  coins.every(({ output }) => isStandardInputPattern(output.lockingBytecode) || isStandardBare(output.lockingBytecode))
    ? undefined
    : nonstandard('bad-txns-nonstandard-inputs');
