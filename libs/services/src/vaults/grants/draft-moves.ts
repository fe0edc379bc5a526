import {
  mostStopsOf,
  planResumeItem,
  planStopItem,
  proposePlanResume,
  proposePlanStop,
  type PlanStreamModel,
} from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import { settlePayment } from '../../payments/settle-payment.js';
import { onChain } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import { syncStream } from '../../streams/chain/sync-stream.js';
import { toContractState } from '../../streams/contract/stored-state.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalDraft, VaultBuild } from './grant-draft.js';
import type { MoveKind } from './grant-request.js';
import type { GrantedPlans } from './granted-plans.js';
import { loadGrantedPlan, loadGrantedRows } from './granted-rows.js';
import { asPlanRow, planModelsOf, type PlanRow } from './plan-of-rows.js';

/** Streams of a plan that one statement reads. */
const PAGE = 500;

/** Rows of a plan that may be cancelled still, by index. */
const openRowsOf = async (planId: string, plans: GrantedPlans): Promise<PlanRow[]> => {
  const open: PlanRow[] = [];
  let after: number | undefined;
  for (;;) {
    const rows = (await plans.streamsOf(planId, { ...(after !== undefined && { after }), limit: PAGE })).map(asPlanRow);
    open.push(...rows.filter((row) => problemOf('cancel', row) === undefined));
    after = rows.at(-1)?.place.index;
    if (rows.length < PAGE) return open;
  }
};

/** Brings rows up to the chain. Those whose state is unspent stand there already: one round trip tells of all. */
const syncRows = async (rows: readonly PlanRow[], context: VaultContext): Promise<PlanRow[]> => {
  const states = rows.flatMap(({ state }) => (state === null ? [] : [state]));
  const unspent = await onChain(() => context.chain.areUnspent(states));
  const there = new Set(states.filter((_, index) => unspent[index] === true));
  const synced: PlanRow[] = [];
  for (const row of rows) {
    const stands = row.state !== null && there.has(row.state);
    synced.push(stands ? row : asPlanRow(await syncStream(row, context)));
  }
  return synced;
};

/** Why a row cannot be moved so by what its record says, in words; undefined where it can. */
const problemOf = (kind: MoveKind, { status, cancelable, recurring, product }: PlanRow): string | undefined => {
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
 * A pause is settled before anything else, which takes nobody's signature.
 *
 * @throws ServiceError NOTICE_NOT_OVER
 */
const settled = async (row: PlanRow, context: VaultContext): Promise<PlanRow> =>
  row.status === 'PAUSED' && row.pause?.settled === false
    ? asPlanRow(await settlePayment(row.id, { ...context, serves: 'payment' }))
    : row;

const wrongState = ({ product, id, status, streamId }: PlanRow, problem: string): ServiceError =>
  new ServiceError('WRONG_STATE', `The ${product} ${streamId} ${problem}`, { type: product, id, status });

/**
 * The rows that are to be moved. When they are named for the first time, each must be possible; built anew, those that have
 * ended meanwhile are left out, so that nobody's last payment holds up the others.
 */
const movable = (kind: MoveKind, rows: readonly PlanRow[], isRebuilt: boolean): PlanRow[] => {
  const faults = rows.flatMap((row) => {
    const problem = problemOf(kind, row);
    return problem === undefined ? [] : [wrongState(row, problem)];
  });
  const [fault] = faults;
  if (fault !== undefined && (!isRebuilt || faults.length === rows.length)) throw fault;
  return rows.filter((row) => problemOf(kind, row) === undefined);
};

const assertOneAsset = (rows: readonly PlanRow[]): PlanRow => {
  const [first, ...others] = rows;
  if (first === undefined) throw new ServiceError('WRONG_STATE', 'None of these can be moved any more', {});
  if (others.every(({ tokenCategory }) => tokenCategory === first.tokenCategory)) return first;
  throw new ServiceError('INVALID_REQUEST', 'Streams and payments of one proposal are all of one asset', {
    field: 'streamIds',
  });
};

const assertFits = (rows: readonly PlanRow[], models: readonly PlanStreamModel[], field: string): void => {
  const most = Math.min(...models.map(({ contract }) => mostStopsOf(contract.terms.product)));
  if (rows.length > most)
    throw new ServiceError(
      'INVALID_REQUEST',
      `One transaction moves at most ${most} of these: propose the rest apart`,
      {
        field,
        most,
        given: rows.length,
      },
    );
};

interface Moves {
  readonly build: VaultBuild;
  /** Units of the asset: what waits to return, or (pause, resume) what is paid at once. */
  readonly amount: bigint;
}

const nothingToMove = (kind: MoveKind): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    kind === 'resume'
      ? 'The payments cannot be resumed at this moment: only their last period is left, which is paid at its date'
      : `Everything is due already: there is nothing left to ${kind}; the recipients can claim it all`,
    {},
  );

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

const movesOf = (kind: MoveKind, rows: readonly PlanRow[], models: readonly PlanStreamModel[], time: bigint): Moves => {
  const placed = rows.flatMap(({ state }, index) => {
    const model = models[index];
    return state === null || model === undefined ? [] : [{ model, state: toContractState(state, undefined) }];
  });
  if (kind === 'resume') {
    const items = placed.flatMap(({ model, state }) => planResumeItem(model, state, time) ?? []);
    if (items.length === 0) throw nothingToMove(kind);
    return {
      build: (contract, holdings, options) => proposePlanResume(contract, holdings, items, options),
      amount: sum(items.map(({ resume }) => resume.paid)),
    };
  }
  const items = placed.flatMap(({ model, state }) => planStopItem(model, state, kind, time) ?? []);
  if (items.length === 0) throw nothingToMove(kind);
  return {
    build: (contract, holdings, options) => proposePlanStop(contract, holdings, items, options),
    amount: sum(items.map(({ stop }) => (kind === 'cancel' ? stop.left : stop.paid))),
  };
};

/** Rows of what is named; of a plan as many as one transaction takes, by index. */
const rowsOf = async (
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
  context: VaultContext,
): Promise<PlanRow[]> => {
  const [first] = subjects;
  if (first?.type !== 'plan') return loadGrantedRows(subjects, vault, context);
  const { plan, plans } = await loadGrantedPlan(first, vault, context);
  const open = await openRowsOf(plan.id, plans);
  if (open.length === 0)
    throw new ServiceError('WRONG_STATE', 'No stream of the plan can be cancelled', { type: 'plan', id: plan.id });
  return open.slice(0, mostStopsOf(plan.product));
};

/**
 * Reads what a vault does to streams and payments whose sender it is.
 *
 * @param isRebuilt whether the proposal was there before, and lost its coins
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, CHAIN_UNAVAILABLE
 */
export const draftMoves = async (
  kind: MoveKind,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
  context: VaultContext,
  isRebuilt: boolean,
): Promise<ProposalDraft> => {
  const named = await rowsOf(subjects, vault, context);
  const synced = movable(kind, await syncRows(named, context), isRebuilt);
  const rows: PlanRow[] = [];
  for (const row of synced) rows.push(await settled(row, context));
  const { tokenType, tokenCategory } = assertOneAsset(rows);
  const models = planModelsOf(rows, context.network);
  assertFits(rows, models, kind === 'cancel' ? 'streamIds' : 'paymentIds');
  const { build, amount } = movesOf(kind, rows, models, await onChain(() => usableTime(context)));
  return {
    terms: {
      kind,
      recipient: vault.contractAddress,
      recipientBytecode: vault.lockingBytecode,
      tokenType,
      tokenCategory,
      coin: null,
      subjects: rows.map(({ product, id }) => ({ type: product, id })),
    },
    build,
    amountOf: () => amount,
  };
};
