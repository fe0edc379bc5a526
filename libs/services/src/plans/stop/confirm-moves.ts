import { binToHex, type Output } from '@bitauth/libauth';
import { type Outpoint, outpointKey, outpointOf } from '@weir/covenants';
import type { ChainTransaction, Member, PlanRecord, StreamRecord } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../../shared/chain-errors.js';
import { readStep } from '../../shared/follow/lineage.js';
import { readingOnce } from '../../shared/reading-once.js';
import { renewedTwice } from '../../shared/renewals/first-renewal.js';
import { ServiceError } from '../../shared/service-error.js';
import { confirmTransition, expectedMove, type ExpectedTransition } from '../../streams/chain/confirm-transition.js';
import { isUnderNotice } from '../../streams/chain/find-clock.js';
import { type LineageStep, streamLineage, toNewStep } from '../../streams/chain/record-lineage.js';
import { toContractState } from '../../streams/contract/stored-stream.js';
import { verifyPlanFunding } from '../funding/confirm-funding.js';
import { loadPlan, type PlanContext } from '../load-plan.js';
import type { PlanMoveKind } from '../plans.types.js';
import { readDetail } from '../read/read-plans.js';

/** The answer of every confirm of a plan: the public view, since confirms ask for no caller. */
const confirmation = async (
  context: PlanContext,
  message: string,
  { id }: PlanRecord,
  transaction: ChainTransaction,
) => ({
  ...confirmationOf(message, transaction),
  ...(await readDetail(context, id, false)),
});

/** Records the funding of a part of a plan. @throws ServiceError as {@link verifyPlanFunding} */
export const confirmPlanFunding = async (context: PlanContext, id: string, txHash: string) => {
  const { plan, part, transaction } = await verifyPlanFunding(context, id, txHash);
  const [first] = await context.plans.fundingsOf(id);
  const twice = await renewedTwice(context, first?.renews ?? null, id);
  const message = `Part ${part} of the plan is funded, and its streams are active${twice}`;
  return confirmation(context, message, plan, transaction);
};

const MESSAGES: Readonly<Record<PlanMoveKind, string>> = {
  cancel: 'The streams are cancelled; the rest returns to the sender after the notice',
  pause: 'The payments are paused; the running period is still paid',
  resume: 'The payments are resumed',
};

/** Records a cancel, pause or resume of streams of a plan. @throws ServiceError as {@link confirmMoves} */
export const confirmMove = async (context: PlanContext, id: string, kind: PlanMoveKind, txHash: string) => {
  const { plan, transaction, streams } = await confirmMoves(context, id, kind, txHash);
  return { ...(await confirmation(context, MESSAGES[kind], plan, transaction)), streams };
};

/** The stream whose state an output seems to be: by its category, and the index in its commitment. */
const memberAt = ({ token }: Output): Member | undefined => {
  const [low, high] = token?.nft?.commitment ?? [];
  if (token?.nft?.capability !== 'mutable' || low === undefined || high === undefined) return undefined;
  return { category: binToHex(token.category), index: low + 256 * high };
};

const replacementIn = async ({ plans, streams }: PlanContext, plan: PlanRecord, lost: string) => {
  const [first] = await plans.streamsOf(plan.id, { limit: 1 });
  return first && streams.replacementOf(first.id, lost);
};

/** The step that a transaction is of a row as it was read; undefined where it does not spend the recorded state. */
const directStep = (
  { contracts }: Pick<PlanContext, 'contracts'>,
  stream: StreamRecord,
  { transaction, spent }: { readonly transaction: ChainTransaction; readonly spent: ReadonlySet<string> },
): LineageStep | undefined => {
  const { state } = stream;
  // Under notice none of these moves is possible.
  if (state === null || !spent.has(outpointKey(state)) || isUnderNotice(stream)) return undefined;
  return readStep(streamLineage(contracts.of(stream)), toContractState(state, undefined), transaction);
};

/**
 * Records what a transaction did to the streams whose recorded states it spends, all in one transaction.
 *
 * @returns the rows that it is recorded with, now or before; others are behind the chain, or moved at this moment
 */
const recordedIn = async (
  context: PlanContext,
  ids: readonly string[],
  transaction: ChainTransaction,
  { mismatch, allowed }: ExpectedTransition,
): Promise<ReadonlyMap<string, StreamRecord>> => {
  const { streams, now } = context;
  const assertExpected = (...of: Parameters<ExpectedTransition['mismatch']>): void => {
    const problem = mismatch(...of);
    if (problem !== undefined) throw new ServiceError('TX_MISMATCH', problem, { txHash: transaction.txid });
  };
  // Before the rows, which then are as they were left by it, or later.
  const known = new Map((await streams.stepsBy(transaction.txid, ids)).map((step) => [step.resource.id, step]));
  const spent = new Set(transaction.transaction.inputs.map((input) => outpointKey(outpointOf(input))));
  const recorded = new Map<string, StreamRecord>();
  const steps = new Map<string, LineageStep>();
  for (const stream of await streams.findByIds(ids)) {
    const before = known.get(stream.id);
    const step = allowed(stream) ? directStep(context, stream, { transaction, spent }) : undefined;
    if (before !== undefined) {
      assertExpected(before, stream);
      recorded.set(stream.id, stream);
    } else if (step !== undefined) {
      assertExpected(step.transition, stream);
      steps.set(stream.id, step);
    }
  }
  const rows = await streams.recordSteps([...steps.keys()], (stream) => {
    const step = steps.get(stream.id);
    const isThere = step !== undefined && isSame(step.transition.spent, stream.state);
    return isThere ? toNewStep(stream, step, 'confirm', now()) : undefined;
  });
  for (const row of rows)
    if (isSame(steps.get(row.id)?.transition.next?.outpoint, row.state)) recorded.set(row.id, row);
  return recorded;
};

const isSame = (a: Outpoint | null | undefined, b: Outpoint | null): boolean =>
  a?.txid !== undefined && a.txid === b?.txid && a.vout === b.vout;

/**
 * Verifies a cancel, pause or resume of streams of a plan on the chain, and records it with each of them. Repeating it, or
 * confirming what was confirmed stream by stream, gives the same answer.
 *
 * However many streams it moves, the chain is asked for this one transaction, and the streams are recorded by one transaction of the
 * database; only those that somebody else moved meanwhile are looked at one by one.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED,
 * CHAIN_UNAVAILABLE
 */
export const confirmMoves = async (given: PlanContext, id: string, kind: PlanMoveKind, txHash: string) => {
  // Members that are looked at one by one look at the same transactions.
  const context = { ...given, chain: readingOnce(given.chain) };
  const plan = await loadPlan(context, id);
  if (plan.status === 'PENDING')
    throw new ServiceError('WRONG_STATE', 'The plan is PENDING: it has no streams yet that could move', {
      status: plan.status,
    });
  const { plans } = context;
  const transaction = await confirmedTransaction(context, txHash, (lost) => replacementIn(context, plan, lost));
  const expected = expectedMove(kind, () => '');
  // Each of these moves leaves the state of the stream that it moves.
  const members = transaction.transaction.outputs.flatMap((output) => memberAt(output) ?? []);
  const ids = await plans.membersOf(id, members);
  const recorded = await recordedIn(context, ids, transaction, expected);
  if (ids.length === 0)
    throw new ServiceError('TX_MISMATCH', 'The transaction moves no stream of this plan', {
      txHash,
      problems: ['it belongs to something else'],
    });
  const streams: StreamRecord[] = [];
  for (const member of ids)
    streams.push(recorded.get(member) ?? (await confirmTransition(context, member, txHash, expected)).stream);
  return { plan, transaction, streams };
};
