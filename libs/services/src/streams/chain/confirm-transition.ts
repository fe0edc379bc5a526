import {
  type ChainTransaction,
  type StreamRecord,
  type StreamScope,
  type TransitionRecord,
  walkBack,
} from '@weir/infra';
import { describeAmount, echoesAmount } from '../../shared/amounts.js';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { follow, type Look } from '../../shared/follow/follow.js';
import { stepsAlong } from '../../shared/follow/lineage.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadStream, wordOf, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { contractStateOf } from './find-clock.js';
import { stepsChange, streamRecord } from './follow-stream.js';
import { streamLineage } from './record-lineage.js';

/** Longest run of transitions a confirm catches up with; a stream further behind is the watcher's work. */
const MAX_STEPS = 256;
/** How often a confirm starts over when somebody else moves the row while it reads the chain. */
const ATTEMPTS = 5;

/** What a confirm endpoint expects of a transaction; verified the same way before and after it is recorded. */
export interface ExpectedTransition {
  /** The call it belongs to, in words, for the error. */
  readonly name: string;
  /** What differs, in words; undefined when the transition is the expected one. */
  readonly mismatch: (
    transition: { readonly kind: string; readonly paidToRecipient: bigint },
    stream: StreamRecord,
  ) => string | undefined;
  /** Whether the transition may still follow from a row in this state. */
  readonly allowed: (stream: StreamRecord) => boolean;
}

const MOVABLE: Readonly<Record<'cancel' | 'pause' | 'resume', readonly StreamRecord['status'][]>> = {
  cancel: ['ACTIVE', 'PAUSED'],
  pause: ['ACTIVE'],
  resume: ['PAUSED'],
};

/** What the confirm of a sender's move expects. @param of says of what the transaction is one, in errors */
export const expectedMove = (
  name: keyof typeof MOVABLE,
  of = ({ product }: StreamRecord): string => ` of this ${product}`,
): ExpectedTransition => ({
  name,
  mismatch: ({ kind }, stream) =>
    kind === name ? undefined : `The transaction is a ${kind}${of(stream)}, not a ${name}`,
  allowed: ({ status }) => MOVABLE[name].includes(status),
});

/** A transition that is on the chain and recorded, with its row. */
export interface ConfirmedTransition {
  readonly stream: StreamRecord;
  readonly transaction: ChainTransaction;
}

const mismatch = (txHash: string, problem: string): ServiceError =>
  new ServiceError('TX_MISMATCH', problem, { txHash });

const assertExpected = (
  txHash: string,
  expected: ExpectedTransition,
  ...of: Parameters<ExpectedTransition['mismatch']>
): void => {
  const problem = expected.mismatch(...of);
  if (problem !== undefined) throw mismatch(txHash, problem);
};

/** The steps from the stored state to the transaction, verified as transitions of this contract. */
const stepsTo = async (context: StreamContext, stream: StreamRecord, transaction: ChainTransaction) => {
  const { state } = stream;
  const contract = context.contracts.of(stream);
  // A transaction that spends no state of this contract ends the walk at once.
  const limits = { maxSteps: MAX_STEPS, lineage: contract };
  const path = state && (await walkBack(context.chain, transaction, state, limits));
  const start = await contractStateOf(context, stream);
  const steps = start && path ? stepsAlong(streamLineage(contract), start, path) : undefined;
  if (steps === undefined) {
    throw mismatch(
      transaction.txid,
      `The transaction does not descend from the recorded state of this ${wordOf(stream)} within ${MAX_STEPS} steps: it belongs to something else, or the record is behind the chain (retry in a minute)`,
    );
  }
  return steps;
};

const recordedTransition = async ({ streams }: StreamContext, id: string, txHash: string) =>
  (await streams.transitionsOf(id)).find((transition) => transition.txHash === txHash);

const assertAllowed = (stream: StreamRecord, expected: ExpectedTransition): void => {
  if (!expected.allowed(stream)) throw wrongState(stream, `: there is no ${expected.name} to confirm`);
};

interface TransitionLook extends Look<StreamScope> {
  /** The transition, where it was recorded before. */
  readonly recorded?: TransitionRecord;
}

/** Reads the way from a stream's state to a reported transaction, and refuses what is not expected. */
const lookUpTo = async (
  context: StreamContext,
  stream: StreamRecord,
  transaction: ChainTransaction,
  expected: ExpectedTransition,
): Promise<TransitionLook> => {
  const { txid } = transaction;
  const recorded = await recordedTransition(context, stream.id, txid);
  if (recorded !== undefined) {
    assertExpected(txid, expected, recorded, stream);
    return { changes: [], isComplete: true, recorded };
  }
  assertAllowed(stream, expected);
  const steps = await stepsTo(context, stream, transaction);
  const last = steps.at(-1);
  if (last !== undefined) assertExpected(txid, expected, last.transition, stream);
  return { changes: [stepsChange(context, steps, true)], isComplete: true };
};

/**
 * Records a transition that a client reports, following the lineage from the recorded state to the transaction: steps
 * made by others in between are recorded as well. The same transaction again, in parallel or later, changes nothing.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, CHAIN_UNAVAILABLE
 */
export const confirmTransition = async (
  context: StreamContext,
  id: string,
  txHash: string,
  expected: ExpectedTransition,
): Promise<ConfirmedTransition> => {
  const { streams } = context;
  const stream = await loadStream(context, id);
  if ((await recordedTransition(context, id, txHash)) === undefined) assertAllowed(stream, expected);
  const transaction = await confirmedTransaction(context, txHash, (lost) => streams.replacementOf(id, lost));
  const record = streamRecord(context, id, (row) => lookUpTo(context, row, transaction, expected), ATTEMPTS);
  const { row, look } = await follow(record, { row: stream });
  if (look.recorded === undefined) return { stream: row, transaction };
  // The watcher was faster than the report of what the recipient asked for.
  if (look.recorded.kind === 'push') await streams.withStream(id, (scope) => scope.noteAsked(transaction.txid));
  // Read again: the watcher may have recorded it after the row was read.
  return { stream: await loadStream(context, id), transaction };
};

/** What a client reports that a claim paid. */
export interface Claimed {
  readonly amount: number | string;
  /** Periods, where they are counted and the client sends them. */
  readonly intervals?: number | undefined;
}

/** How a claim differs from what the client says, in words; undefined where it does not. */
const difference = (paid: bigint, { amount, intervals }: Claimed, { tokenType, recurring }: StreamRecord) => {
  if (!echoesAmount(amount, paid, tokenType))
    return `The transaction paid the recipient ${describeAmount(paid, tokenType)}, not ${amount}`;
  if (intervals === undefined || recurring === null) return undefined;
  // Only the last period of a stream pays more than the others, by less than one period.
  const periods = paid / recurring.amountPerPeriod;
  return periods === BigInt(intervals)
    ? undefined
    : `The transaction paid ${periods.toString()} periods, not ${intervals}`;
};

/**
 * Verifies a claim (or a push) on the chain, compares it with the client's report, and records it: with its row, and that of the claim.
 *
 * @throws ServiceError as {@link confirmTransition}
 */
export const verifyClaim = async (context: StreamContext, id: string, txHash: string, claimed: Claimed) => {
  const confirmed = await confirmTransition(context, id, txHash, {
    name: 'claim',
    mismatch: ({ kind, paidToRecipient }, stream) =>
      kind === 'claim' || kind === 'push'
        ? difference(paidToRecipient, claimed, stream)
        : `The transaction is a ${kind} of this ${wordOf(stream)}, not a claim`,
    allowed: ({ state }) => state !== null,
  });
  const claims = await context.streams.claimsOf(id);
  return { ...confirmed, claim: claims.find((row) => row.txHash === confirmed.transaction.txid) };
};
