import {
  binsAreEqual,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  hash256,
  type TransactionCommon,
} from '@bitauth/libauth';
import { currencyTillArtifact } from '@weir/contracts';
import { pushesOf } from '../bytes/read-pushes.js';
import { createCovenantScript } from '../contract/covenant-script.js';
import { readLinkedCall } from '../contract/linked-call.js';
import { readVmNumber } from '../lock/vm-number.js';
import { slotsAt } from '../plan/transactions/sender-move.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import { readCurrencyHolding } from './currency-coin.js';
import { CURRENCY_FORMS, currencyArtifact } from './currency-contract.js';
import { isCurrencyPaused } from './currency-state.js';
import type { CurrencyMoveKind } from './transactions/stop-currency.js';

/** A payment in a currency that a transaction spends, and what the sender does to it. */
export interface CurrencyConsent {
  /** Index of the input that spends it. */
  readonly input: number;
  /** Undefined for every step that is not the sender's, and where call and outputs do not agree. */
  readonly act: CurrencyMoveKind | undefined;
}

/** What the sender does shows in a state's status and units, which do not depend on when periods fall due. */
const ANY = { paydays: undefined } as const;

/** Returns what the sender may have done to a payment, by the output at its place; undefined where no payment is there. */
const leftBySender = (
  lockingBytecode: Uint8Array,
  { outputs }: TransactionCommon,
  input: number,
): CurrencyMoveKind | undefined => {
  const left = readCurrencyHolding({ lockingBytecode, terms: ANY }, outputs[slotsAt(input, false).state]);
  if (left === undefined) return undefined;
  const { units, state } = left;
  if (units > 0n) return state.status === 'ACTIVE' && !isCurrencyPaused(state) ? 'resume' : undefined;
  if (state.status === 'ACTIVE') return undefined;
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/**
 * Lists every payment in a currency that a transaction spends, by the scripts that its inputs show. All that the covenant asks of the
 * sender is a coin at input 0: anybody who signs for that coin agrees to what is listed here. No signature covers the function that an
 * input calls, so an act counts only where the outputs, which signatures cover, are those of the function.
 */
export const currencyConsentsIn = (transaction: TransactionCommon): readonly CurrencyConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): CurrencyConsent[] => {
    const read = readLinkedCall(unlockingBytecode, CURRENCY_FORMS, currencyArtifact);
    if (read === undefined) return [];
    const left = input === 0 ? undefined : leftBySender(read.lockingBytecode, transaction, input);
    const isCalled = read.call === (left === 'resume' ? 'resume' : 'stop');
    return [{ input, act: isCalled ? left : undefined }];
  });

/** A coin of a till that a transaction spends, and what is done to it. */
export interface TillConsent {
  /** Index of the input that spends it. */
  readonly input: number;
  /** Of the till. */
  readonly lockingBytecode: Uint8Array;
  /** Undefined where it is added to its payment, which is not the sender's act. */
  readonly act: 'take' | undefined;
}

/** Whether a script is that of a till, in every byte. */
const isTill = (script: Uint8Array): boolean => {
  const [bound, notice, sender, index, payment] = pushesOf(script);
  const [fee, blocks] = [readVmNumber(bound), readVmNumber(notice)];
  if (fee === undefined || blocks === undefined || sender === undefined) return false;
  if (index?.length !== 2 || payment?.length !== 33) return false;
  // A script is the same on every network.
  const { redeemScript } = createCovenantScript(currencyTillArtifact, [payment, index, sender, blocks, fee], 'mainnet');
  return binsAreEqual(redeemScript, script);
};

/** Selector of the covenant's `take`, as an opcode. */
const OP_TAKE = 0x51;

/**
 * Lists every coin of a till that a transaction spends, by the scripts that its inputs show. All that a till asks of the sender is a coin
 * at input 0: anybody who signs for that coin agrees to what is listed here.
 */
export const tillConsentsIn = (transaction: TransactionCommon): readonly TillConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): TillConsent[] => {
    const script = lastPushOf(unlockingBytecode);
    if (script === undefined || !isTill(script)) return [];
    const taking = Uint8Array.of(OP_TAKE, ...encodeDataPush(script));
    const lockingBytecode = encodeLockingBytecodeP2sh32(hash256(script));
    return [{ input, lockingBytecode, act: input > 0 && binsAreEqual(unlockingBytecode, taking) ? 'take' : undefined }];
  });
