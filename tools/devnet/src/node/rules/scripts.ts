import {
  AuthenticationErrorBch2025 as VmError,
  type AuthenticationProgramStateBch,
  type AuthenticationVirtualMachineBch,
} from '@bitauth/libauth';
import type { Transaction } from '../primitives/transaction.js';
import type { Coin } from './check-transaction.js';
import { invalid, nonstandard, type Refusal } from './refusal.js';
import { RULES } from './rule-set.js';
import { failureOf, finishedFalse, scriptErrorText } from './script-error.js';

/** The most signature checks of all inputs together. */
const maximumSignatureChecks = 3000;

interface Program {
  readonly inputIndex: number;
  readonly sourceOutputs: Coin['output'][];
  readonly transaction: Transaction['content'];
}

const isTrue = (item: Uint8Array | undefined): boolean =>
  item?.some((byte, index) => byte !== 0 && !(byte === 0x80 && index === item.length - 1)) ?? false;

const leavesExtraItems = ({ error = '' }: AuthenticationProgramStateBch): boolean =>
  error.startsWith(VmError.requiresCleanStackLockingBytecode) ||
  error.startsWith(VmError.requiresCleanStackRedeemBytecode);

/** Returns the virtual machine's error; undefined if the script succeeds. */
const errorOf = (
  machine: AuthenticationVirtualMachineBch,
  state: AuthenticationProgramStateBch,
): string | undefined => {
  const result = machine.stateSuccess(state);
  return result === true ? undefined : result;
};

const textOf = (machine: AuthenticationVirtualMachineBch, program: Program): string => {
  const trace = machine.debug(program);
  const final = trace.at(-1);
  if (final === undefined) throw new Error('A program left no trace.');
  if (leavesExtraItems(final) && !isTrue(final.stack.at(-1))) return finishedFalse;
  return scriptErrorText(failureOf(errorOf(machine, final) ?? '', trace));
};

/** Whether the script passes the mandatory rules alone, which do not demand a clean stack. */
const passesMandatory = (program: Program): boolean => {
  const state = RULES.mandatory.evaluate(program);
  return leavesExtraItems(state) ? isTrue(state.stack.at(-1)) : errorOf(RULES.mandatory, state) === undefined;
};

const relayRefusal = (program: Program): Refusal =>
  passesMandatory(program)
    ? nonstandard(`non-mandatory-script-verify-flag (${textOf(RULES.standard, program)})`)
    : invalid(`mandatory-script-verify-flag-failed (${textOf(RULES.mandatory, program)})`);

const checkWith = (
  machine: AuthenticationVirtualMachineBch,
  { content: transaction }: Transaction,
  coins: readonly Coin[],
  refuse: (program: Program) => Refusal,
): Refusal | undefined => {
  const sourceOutputs = coins.map(({ output }) => output);
  let checks = 0;
  for (let inputIndex = 0; inputIndex < sourceOutputs.length; inputIndex += 1) {
    const program = { inputIndex, sourceOutputs, transaction };
    const state = machine.evaluate(program);
    if (errorOf(machine, state) !== undefined) return refuse(program);
    checks += state.metrics.signatureCheckCount;
    if (checks > maximumSignatureChecks) return invalid('bad-txns-too-many-sigchecks');
  }
  return undefined;
};

/** Runs the scripts of all inputs by the rules of relay. */
export const checkStandardScripts = (transaction: Transaction, coins: readonly Coin[]): Refusal | undefined =>
  checkWith(RULES.standard, transaction, coins, relayRefusal);

/** Runs the scripts of all inputs by the rules of blocks. */
export const checkConsensusScripts = (transaction: Transaction, coins: readonly Coin[]): Refusal | undefined =>
  checkWith(RULES.consensus, transaction, coins, () => invalid('blk-bad-inputs'));
