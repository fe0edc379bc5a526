import {
  buildPlanMoves,
  type CalendarProduct,
  mostStopsOf,
  movedBy,
  outpointKey,
  partyOfKey,
  planMoveItem,
  type PlanMoveItem,
  type PlanProduct,
} from '@weir/covenants';
import type { PlanRecord, StreamRecord } from '@weir/infra';
import { isPausing, whyUnsettled, settlePayment } from '../../payments/pause-payment.js';
import { usableTime } from '../../shared/chain-time.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import { type Caller, signingHash } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import { followStream } from '../../streams/chain/follow-stream.js';
import { toContractState } from '../../streams/contract/stored-stream.js';
import { loadAsSender, type PlanContext } from '../load-plan.js';
import type { LeftOut, MoveRequest, PlanMoveKind } from '../plans.types.js';
import { calendarProductOfPlan, isPlanProduct } from '../stored-plan.js';

/** Streams that are brought up to the chain at once. */
const AT_ONCE = 8;

/** What streams are after a move, in words. */
export const PAST: Readonly<Record<PlanMoveKind, string>> = { cancel: 'cancelled', pause: 'paused', resume: 'resumed' };

const stateText = ({ state }: StreamRecord): string | null => state && `${state.txid}:${state.vout}`;

/** Returns the product of a plan whose streams can be moved. @throws ServiceError NOT_CANCELABLE, WRONG_STATE of locks */
export const movedProduct = (plan: PlanRecord, kind: PlanMoveKind): PlanProduct | CalendarProduct => {
  const { product } = plan;
  if (isPlanProduct(product)) return calendarProductOfPlan(plan) ?? product;
  throw new ServiceError(
    kind === 'cancel' ? 'NOT_CANCELABLE' : 'WRONG_STATE',
    `Nobody can ${kind} a lock: its money belongs to the recipient`,
    { product },
  );
};

/** @throws ServiceError INVALID_REQUEST, NOT_CANCELABLE, WRONG_STATE */
const assertRequest = (plan: PlanRecord, kind: PlanMoveKind, { streamIds }: MoveRequest): void => {
  const product = movedProduct(plan, kind);
  const most = mostStopsOf(product);
  const unique = new Set(streamIds);
  if (unique.size === 0 || unique.size > most || unique.size !== streamIds.length)
    throw new ServiceError(
      'INVALID_REQUEST',
      `streamIds must name from 1 to ${most} different streams: one transaction cannot move more of this plan. Send the others in another request`,
      { field: 'streamIds', most, given: streamIds.length },
    );
  if (kind !== 'cancel' && plan.product.startsWith('VESTING'))
    throw new ServiceError('WRONG_STATE', `Vesting streams cannot be ${PAST[kind]}; only payments can`, {
      product,
    });
};

const why = (kind: PlanMoveKind, { status, cancelable, recurring, pause }: StreamRecord): LeftOut['code'] => {
  if (kind === 'cancel' && !cancelable) return 'NOT_CANCELABLE';
  if (kind !== 'cancel' && recurring?.pausable !== true) return 'NOT_PAUSABLE';
  if (status === 'PAUSED' && pause?.settled !== true) return 'NOTICE_NOT_OVER';
  return 'WRONG_STATE';
};

const REASONS: Readonly<Record<LeftOut['code'], string>> = {
  NOT_FOUND: 'it is not a stream of this plan',
  NOT_FUNDED: 'it is not funded yet',
  STATE_MOVED: 'its state changed since the previous request',
  NOT_CANCELABLE: 'it was created as not cancelable, and its contract enforces that',
  NOT_PAUSABLE: 'it was created as not pausable, and its contract enforces that',
  NOTICE_NOT_OVER:
    'its pause is not settled: the notice is not over, or the fee rate exceeds what the contract can pay',
  WRONG_STATE: 'its state does not allow it, or everything is already due to the recipient',
};

const leftOut = (id: string, code: LeftOut['code'], stream?: StreamRecord): LeftOut => ({
  id,
  code,
  reason: REASONS[code],
  ...(code === 'NOTICE_NOT_OVER' && { availableAtHeight: stream?.pause?.availableAtHeight ?? null }),
});

/**
 * Settles a pause whose notice is over first, which needs no signature; a stream whose pause cannot be settled now, or whose last
 * period was paid by the push, is left out later by its state.
 */
const settled = async (context: PlanContext, stream: StreamRecord): Promise<StreamRecord> => {
  if (!isPausing(stream)) return stream;
  try {
    return await settlePayment({ ...context, serves: 'payment' }, stream.id);
  } catch (error) {
    const refusal = whyUnsettled(error);
    if (refusal === undefined) throw error;
    const found = (await context.streams.findById(stream.id)) ?? stream;
    const { availableAtHeight } = refusal.details;
    // As the chain has it: the row learns its height from the watcher, a moment later.
    return found.pause !== null && typeof availableAtHeight === 'number'
      ? { ...found, pause: { ...found.pause, availableAtHeight } }
      : found;
  }
};

/**
 * Brings streams up to the chain: one question about all, and those whose recorded state is spent some at a time. The others are what
 * their rows say.
 */
const syncAll = async (context: PlanContext, all: readonly StreamRecord[]): Promise<readonly StreamRecord[]> => {
  const states = all.flatMap(({ state }) => state ?? []);
  const unspent = await context.chain.areUnspent(states);
  const standing = new Set(states.filter((_, i) => unspent[i] === true).map(outpointKey));
  const isCurrent = (stream: StreamRecord): boolean =>
    (stream.state === null || standing.has(outpointKey(stream.state))) && !isPausing(stream);
  const streams = all.filter((stream) => !isCurrent(stream));
  const synced = all.filter(isCurrent);
  for (let from = 0; from < streams.length; from += AT_ONCE) {
    const some = streams.slice(from, from + AT_ONCE);
    synced.push(
      ...(await Promise.all(some.map(async (stream) => settled(context, await followStream(context, stream))))),
    );
  }
  return synced;
};

interface Member {
  readonly stream: StreamRecord;
  readonly item: PlanMoveItem;
}

interface Sorted {
  readonly members: readonly Member[];
  readonly others: readonly LeftOut[];
}

/** Splits what was asked for into what can be moved and why the rest cannot. */
const sortOut = async (
  context: PlanContext,
  plan: PlanRecord,
  kind: PlanMoveKind,
  { streamIds, previous = [] }: MoveRequest,
  asOf: bigint,
): Promise<Sorted> => {
  const rows = await context.plans.membersById(plan.id, streamIds);
  const synced = new Map((await syncAll(context, rows)).map((stream) => [stream.id, stream]));
  const before = new Map(previous.map(({ id, state }) => [id, state]));
  const listed = new Set(await context.plans.listedOf(plan.id, streamIds));
  const [members, others]: [Member[], LeftOut[]] = [[], []];
  for (const id of streamIds) {
    const stream = synced.get(id);
    const state = stream?.state ?? null;
    if (stream === undefined) others.push(leftOut(id, listed.has(id) ? 'NOT_FUNDED' : 'NOT_FOUND'));
    else if (before.has(id) && before.get(id) !== stateText(stream)) others.push(leftOut(id, 'STATE_MOVED'));
    else {
      // Under notice none of these moves is possible, so the clock is not read.
      const item =
        state === null || stream.status === 'CANCELLED' || isPausing(stream)
          ? undefined
          : planMoveItem(context.contracts.planOf(stream), toContractState(state, undefined), kind, asOf);
      if (item === undefined)
        others.push(leftOut(id, stream.status === 'PENDING' ? 'NOT_FUNDED' : why(kind, stream), stream));
      else members.push({ stream, item });
    }
  }
  return { members, others };
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/**
 * Builds the sender's cancel, pause or resume of a selection, by one signature. What cannot be moved is left out and named; so is
 * what has moved since the answer before, so that nobody can hold up a selection by moving their own stream.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, WRONG_STATE, PLAN_TOO_LARGE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const buildMoves = async (
  context: PlanContext,
  id: string,
  kind: PlanMoveKind,
  request: MoveRequest,
  caller: Caller,
  wallet?: PayingWallet,
) => {
  const plan = await loadAsSender(context, id, caller);
  assertRequest(plan, kind, request);
  const asOf = await usableTime(context);
  const { members, others } = await sortOut(context, plan, kind, request, asOf);
  if (members.length === 0)
    throw new ServiceError('WRONG_STATE', `None of these can be ${PAST[kind]}: ${others[0]?.reason ?? ''}`, {
      leftOut: others,
    });
  const hash = signingHash(partyOfKey(plan.senderHash), 'plan', 'does this');
  const [funds, feeRate] = await Promise.all([walletCoins(context, hash, wallet), context.chain.feeRate()]);
  const items = members.map(({ item }) => item);
  const moves = items.map(movedBy);
  const transaction = withFunds('sender', () => buildPlanMoves(items, funds, { feeRate }));
  return {
    tokenCategory: plan.tokenCategory,
    streams: members.map(({ stream, item }) => ({
      id: stream.id,
      streamId: stream.streamId,
      state: stateText(stream) ?? '',
      paidAmount: movedBy(item).paid,
      leftAmount: movedBy(item).left,
    })),
    leftOut: others,
    paidAmount: sum(moves.map(({ paid }) => paid)),
    leftAmount: sum(moves.map(({ left }) => left)),
    fee: transaction.fee,
    size: transaction.size,
    asOf: Number(asOf),
    availableAfterBlocks: members[0]?.stream.cancelNoticeBlocks ?? 0,
    wcTransaction: transaction.wcTransaction,
  };
};
