import { mostStopsOf, outpointKey, planMoveItem, type AnyPlanStream } from '@weir/covenants';
import type { Outpoint, PlanRecord, ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import type { MoveKind } from '@weir/kinds';
import { isPausing, whyUnsettled, settlePayment } from '../../payments/pause-payment.js';
import { movedProduct, PAST } from '../../plans/stop/build-moves.js';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import { followStream } from '../../streams/chain/follow-stream.js';
import { toContractState } from '../../streams/contract/stored-stream.js';
import type { VaultContext } from '../vault-context.js';
import { loadGrantedPlan, loadGrantedRows } from './granted-rows.js';

/** Streams of a plan that one statement reads. */
const PAGE = 500;

/**
 * Reads the first rows of a plan that can still be moved, by index, as many as one transaction takes. Rows of which everything is
 * due already, or whose pause cannot be settled yet, do not use up places.
 */
const openRowsOf = async (context: VaultContext, kind: MoveKind, plan: PlanRecord) => {
  const { id } = plan;
  const most = mostStopsOf(movedProduct(plan, kind));
  const [time, { height }] = await Promise.all([usableTime(context), context.chain.tip()]);
  const [open, waiting]: [StreamRecord[], StreamRecord[]] = [[], []];
  let after: number | undefined;
  for (;;) {
    const rows = await context.plans.streamsOf(id, { ...(after !== undefined && { after }), limit: PAGE });
    const possible = rows.filter((row) => problemOf(kind, row) === undefined);
    const models = possible.map((row) => context.contracts.planOf(row));
    for (const [index, row] of possible.entries()) {
      if (isPausing(row)) (isOverAfter(height, row) ? open : waiting).push(row);
      else if (itemOf(kind, row, models[index], time) !== undefined) open.push(row);
    }
    after = rows.at(-1)?.place.index;
    // Where all wait, the refusal of one says until when.
    if (open.length >= most || rows.length < PAGE) return (open.length > 0 ? open : waiting).slice(0, most);
  }
};

/** Whether the notice of a pause is over with a block as the tip. */
const isOverAfter = (height: number, { pause }: StreamRecord): boolean =>
  pause !== null && pause.availableAtHeight !== null && pause.availableAtHeight <= height + 1;

/** Returns one row as an item of a move at a time; undefined where none is possible then. */
export const itemOf = (kind: MoveKind, { state }: StreamRecord, model: AnyPlanStream | undefined, time: bigint) => {
  if (state === null || model === undefined) return undefined;
  return planMoveItem(model, toContractState(state, undefined), kind, time);
};

/** Brings rows up to the chain. Those whose state is unspent are up to date: one round trip shows which. */
export const syncRows = async (context: VaultContext, rows: readonly StreamRecord[]): Promise<StreamRecord[]> => {
  const states = rows.flatMap(({ state }) => (state === null ? [] : [state]));
  const unspent = await context.chain.areUnspent(states);
  const there = new Set(states.filter((_, index) => unspent[index] === true));
  const synced: StreamRecord[] = [];
  for (const row of rows) {
    const isCurrent = row.state !== null && there.has(row.state);
    synced.push(isCurrent ? row : await followStream(context, row));
  }
  return synced;
};

/** Why a row cannot be moved by its record, in words; undefined where it can. */
const problemOf = (kind: MoveKind, { status, cancelable, recurring, product }: StreamRecord): string | undefined => {
  if (kind === 'cancel') {
    if (!cancelable) return 'was created as not cancelable, and its contract enforces that';
    return status === 'ACTIVE' || status === 'PAUSED'
      ? undefined
      : `is ${status}; only an ACTIVE ${product} can be cancelled`;
  }
  if (kind === 'resume') return status === 'PAUSED' ? undefined : `is ${status}; only a PAUSED payment can be resumed`;
  if (recurring?.pausable !== true) return 'was created as not pausable, and its contract enforces that';
  return status === 'ACTIVE' ? undefined : `is ${status}; only an ACTIVE payment can be paused`;
};

/**
 * Settles pauses whose notice is over before anything else, which takes nobody's signature.
 *
 * @param isLenient whether those that cannot be are left out
 * @throws ServiceError NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, BROADCAST_REJECTED
 */
export const settleAll = async (context: VaultContext, rows: readonly StreamRecord[], isLenient: boolean) => {
  const ready: StreamRecord[] = [];
  const refusals: ServiceError[] = [];
  for (const row of rows) {
    try {
      ready.push(isPausing(row) ? await settlePayment({ ...context, serves: 'payment' }, row.id) : row);
    } catch (error) {
      const refusal = whyUnsettled(error);
      if (!isLenient || refusal === undefined) throw error;
      refusals.push(refusal);
    }
  }
  const [refusal] = refusals;
  if (ready.length === 0 && refusal !== undefined) throw refusal;
  return ready;
};

const wrongState = ({ product, id, status, streamId }: StreamRecord, problem: string): ServiceError =>
  new ServiceError('WRONG_STATE', `The ${product} ${streamId} ${problem}`, { type: product, id, status });

/**
 * Returns what is to be moved. When rows are named for the first time, each must be movable; in a rebuild, or of a plan, those that have
 * ended meanwhile are left out, so that nobody's last payment blocks the others.
 *
 * @param move makes of a row what is moved. @throws ServiceError where it cannot be
 * @throws ServiceError that of the first row that cannot be moved, unless it is left out
 */
export const movable = <Row, Moved>(rows: readonly Row[], move: (row: Row) => Moved, isLenient: boolean): Moved[] => {
  const refusals: ServiceError[] = [];
  const moved = rows.flatMap((row): Moved[] => {
    try {
      return [move(row)];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refusals.push(error);
      return [];
    }
  });
  const [refusal] = refusals;
  if (refusal !== undefined && (!isLenient || moved.length === 0)) throw refusal;
  return moved;
};

/** Returns a row that its record lets be moved. @throws ServiceError WRONG_STATE */
export const movableRow = (kind: MoveKind, row: StreamRecord): StreamRecord => {
  const problem = problemOf(kind, row);
  if (problem !== undefined) throw wrongState(row, problem);
  return row;
};

/** Returns the rows that a request names; of a plan as many as one transaction takes, by index. */
export const rowsOf = async (
  context: VaultContext,
  kind: MoveKind,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
): Promise<StreamRecord[]> => {
  const [first] = subjects;
  if (first?.type !== 'plan') return loadGrantedRows(context, subjects, vault);
  const plan = await loadGrantedPlan(context, first, vault);
  const open = await openRowsOf(context, kind, plan);
  if (open.length > 0) return open;
  throw new ServiceError('WRONG_STATE', `No stream or payment of the plan can be ${PAST[kind]}`, {
    type: 'plan',
    id: plan.id,
  });
};

/** The earlier build of a proposal that lost its coins. */
export interface PreviousBuild {
  /** From 1. */
  readonly round: number;
  readonly coins: readonly Outpoint[];
}

/** From this round on streams that moved meanwhile are left out: the first time it may be an ordinary claim. */
const PATIENT_ROUNDS = 2;

/**
 * Leaves out streams that have moved again while signatures were gathered: a recipient who claims before each of them could hold
 * up everybody else's cancel for a fee per round. They can be cancelled by a separate proposal.
 */
export const withoutMovers = <Row extends { readonly state: Outpoint | null }>(
  rows: readonly Row[],
  previous: PreviousBuild | undefined,
): readonly Row[] => {
  if (previous === undefined || previous.round < PATIENT_ROUNDS) return rows;
  const spent = new Set(previous.coins.map(outpointKey));
  const still = rows.filter(({ state }) => state !== null && spent.has(outpointKey(state)));
  return still.length > 0 ? still : rows;
};
