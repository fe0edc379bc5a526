import { mostStopsOf, movedBy, proposePlanMoves, type AnyPlanStream } from '@weir/covenants';
import type { ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import type { MoveKind } from '@weir/kinds';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalDraft, VaultBuild } from './grant-request.js';
import {
  itemOf,
  movable,
  movableRow,
  rowsOf,
  settleAll,
  syncRows,
  withoutMovers,
  type PreviousBuild,
} from './movable-rows.js';

const assertOneAsset = (rows: readonly StreamRecord[]): StreamRecord => {
  const [first, ...others] = rows;
  if (first === undefined)
    throw new ServiceError('WRONG_STATE', 'None of these records can be cancelled, paused or resumed any more', {});
  if (others.every(({ tokenCategory }) => tokenCategory === first.tokenCategory)) return first;
  throw new ServiceError('INVALID_REQUEST', 'Streams and payments of one proposal must have the same asset', {
    field: 'streamIds',
  });
};

const assertFits = (rows: readonly StreamRecord[], models: readonly AnyPlanStream[], field: string): void => {
  const most = Math.min(...models.map(({ contract }) => mostStopsOf(contract.terms.product)));
  if (rows.length > most)
    throw new ServiceError(
      'INVALID_REQUEST',
      `One transaction moves at most ${most} of these: propose the rest separately`,
      {
        field,
        most,
        given: rows.length,
      },
    );
};

interface Moves {
  readonly rows: readonly StreamRecord[];
  readonly build: VaultBuild;
  /** Units of the asset: what waits to return, or (pause, resume) what is paid at once. */
  readonly amount: bigint;
}

const nothingToMove = (kind: MoveKind): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    kind === 'resume'
      ? 'The payments cannot be resumed: only their last period is left, which is paid at its date'
      : `Everything has vested, so there is nothing to ${kind}; the recipients can claim it`,
    {},
  );

const movesOf = (
  kind: MoveKind,
  rows: readonly StreamRecord[],
  models: readonly AnyPlanStream[],
  time: bigint,
): Moves => {
  const moved = rows.flatMap((row, index) => {
    const item = itemOf(kind, row, models[index], time);
    return item === undefined ? [] : [{ row, item }];
  });
  if (moved.length === 0) throw nothingToMove(kind);
  const items = moved.map(({ item }) => item);
  const amounts = items.map(movedBy).map(({ paid, left }) => (kind === 'cancel' ? left : paid));
  return {
    rows: moved.map(({ row }) => row),
    build: (contract, holdings, options) => proposePlanMoves(contract, holdings, items, options),
    amount: amounts.reduce((total, amount) => total + amount, 0n),
  };
};

/**
 * Drafts a vault's move of streams and payments whose sender it is.
 *
 * @param previous of a proposal that was there before, and lost its coins
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, CHAIN_UNAVAILABLE
 */
export const draftMoves = async (
  context: VaultContext,
  kind: MoveKind,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
  previous?: PreviousBuild,
): Promise<ProposalDraft> => {
  const named = await rowsOf(context, kind, subjects, vault);
  // The rows of a plan were not named one by one: ended ones are not a fault.
  const isLenient = previous !== undefined || subjects[0]?.type === 'plan';
  const open = movable(await syncRows(context, named), (row) => movableRow(kind, row), isLenient);
  const synced = withoutMovers(open, previous);
  const ready = await settleAll(context, synced, isLenient);
  const { tokenType, tokenCategory } = assertOneAsset(ready);
  const models = ready.map((row) => context.contracts.planOf(row));
  assertFits(ready, models, kind === 'cancel' ? 'streamIds' : 'paymentIds');
  const { rows, build, amount } = movesOf(kind, ready, models, await usableTime(context));
  return {
    terms: {
      kind,
      recipient: addressOfVault(vault),
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
