import { hexToBin } from '@bitauth/libauth';
import { createPurseContract, type Outpoint, type PurseTransition, readPurseTransition } from '@weir/covenants';
import type { ChainTransaction, PurseRecord, PurseScope, PurseStep, TransitionRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { checkRecorded } from '../../shared/follow/check-recorded.js';
import { type Change, type ChainRecord, follow, type Look } from '../../shared/follow/follow.js';
import { type Lineage, stepsForward } from '../../shared/follow/lineage.js';
import { isBlockNoted, noteBlock } from '../../shared/follow/note-block.js';
import { ServiceError } from '../../shared/service-error.js';
import { purseStateOf, purseStepOf, purseTermsOf, type PurseState } from '../../shared/vaults/stored-purse.js';
import { noVault } from '../../shared/vaults/vault-access.js';
import type { VaultContext } from '../vault-context.js';

/** Longest run of steps that one look catches up with. */
const MAX_STEPS = 256;

/** A purse's row with its recorded steps. */
export interface PurseRow {
  readonly purse: PurseRecord;
  /** Locking bytecode of its vault, hex. */
  readonly owner: string;
  readonly recorded: readonly TransitionRecord[];
}

/** What the chain shows of a purse. */
export interface PurseLook extends Look<PurseScope> {
  /** Whether a recorded step is gone. */
  readonly isLost: boolean;
  /** From the record's coin on. */
  readonly steps: readonly PurseStep[];
}

/** Returns the lock of the coin that a step spent: the purse's with what was left before it. */
const scriptOf =
  ({ network }: VaultContext, { purse, owner, recorded }: PurseRow) =>
  ({ sequence }: TransitionRecord): Uint8Array => {
    const before = recorded.find((step) => step.sequence === sequence - 1)?.state;
    const left = before === undefined || before === null ? purse.limitUnits : BigInt(`0x${before.commitment}`);
    return createPurseContract(purseTermsOf(purse, owner), network, left).lockingBytecode;
  };

/** A purse's state, by its coin. */
interface PlacedPurse extends PurseState {
  readonly outpoint: Outpoint;
}

/** A step of a purse, with the state before it. */
interface PurseMove {
  readonly from: PurseState;
  readonly step: PurseTransition;
  readonly next: PlacedPurse | undefined;
}

const placed = ({ contract, coin }: PurseState): PlacedPurse => ({ contract, coin, outpoint: coin.outpoint });

/** How the state of a purse moves: with each payment to another script. */
const LINEAGE: Lineage<PlacedPurse, PurseMove> = {
  lockingBytecode: ({ contract }) => contract.lockingBytecode,
  read(from, txid, transaction, height) {
    const step = readPurseTransition(from.contract, from.coin, txid, transaction, height);
    // The network enforces the contract: what spends its coin is a step.
    if (step === undefined) throw new Error(`Transaction ${txid} spends a purse, but is not a step of it`);
    return { from, step, next: step.kind === 'payment' ? placed(step) : undefined };
  },
};

/** Reads the steps from a state on. */
const stepsFrom = async (
  { chain, network }: VaultContext,
  from: PurseState | undefined,
): Promise<readonly PurseStep[]> => {
  if (from === undefined) return [];
  const steps = await stepsForward(chain, LINEAGE, placed(from), MAX_STEPS);
  return steps.map(({ transition, transaction }) =>
    purseStepOf(transition.step, transition.from, transaction, network, 'chain'),
  );
};

/** Reads the step by which a transaction spends the coin of a purse; undefined where it does not. */
const stepBy = ({ txid, transaction, height }: ChainTransaction, { contract, coin }: PurseState) =>
  readPurseTransition(contract, coin, txid, transaction, height);

const look = async (context: VaultContext, row: PurseRow): Promise<PurseLook> => {
  const { purse, owner, recorded } = row;
  const check = await checkRecorded(scriptOf(context, row), recorded, context.chain);
  if (check.lost) {
    const { sequence, cause } = check;
    return { isLost: true, steps: [], changes: [(scope) => scope.rollbackFrom(sequence, cause)], isComplete: false };
  }
  const steps = await stepsFrom(context, purseStateOf(purse, owner, context.network));
  const { last } = check;
  const noted: Change<PurseScope>[] = isBlockNoted(last, recorded) ? [] : [(scope) => noteBlock(scope, last, recorded)];
  const advances = steps.map((step) => (scope: PurseScope) => scope.advance(step));
  return {
    isLost: false,
    steps,
    changes: [...noted, ...advances],
    isComplete: steps.length < MAX_STEPS,
  };
};

const noPurse = (id: string): ServiceError => new ServiceError('NOT_FOUND', 'There is no purse with this id', { id });

/** Loads a stored purse. @throws ServiceError NOT_FOUND */
export const findPurse = async ({ vaults }: Pick<VaultContext, 'vaults'>, id: string): Promise<PurseRecord> => {
  const purse = await vaults.purses.findById(id);
  // Of one whose opening is gone nothing is on the chain.
  if (purse === undefined || purse.status === 'PENDING') throw noPurse(id);
  return purse;
};

const isBusy = (): ServiceError => new ServiceError('WRONG_STATE', 'The purse is changing; retry', { retryable: true });

/** Returns a purse as a record that follows the chain. */
export const purseRecord = (context: VaultContext, id: string): ChainRecord<PurseRow, PurseScope, PurseLook> => {
  const { purses, findById } = context.vaults;
  return {
    attempts: 8,
    async load() {
      const purse = await purses.findById(id);
      if (purse === undefined) throw noPurse(id);
      const vault = await findById(purse.vaultId);
      if (vault === undefined) throw noVault(purse.vaultId);
      return { purse, owner: vault.lockingBytecode, recorded: await purses.transitionsOf(id) };
    },
    look: (row) => look(context, row),
    lock: (work) => purses.withPurse(id, work),
    isAsRead: async (scope, { purse, recorded }) =>
      scope.purse.state?.txid === purse.state?.txid && (await scope.transitions()).length === recorded.length,
    rowIn: async (scope, { owner }) => ({ owner, purse: scope.purse, recorded: await scope.transitions() }),
    busy: isBusy,
  };
};

/**
 * Brings a stored purse up to the chain: payments, its way home and its end, no matter who made them, and rolls back what a
 * reorganisation removed.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const followPurse = async (context: VaultContext, id: string): Promise<PurseRecord> =>
  (await follow(purseRecord(context, id))).row.purse;

/** Follows a purse for display only: returns what is recorded where the chain cannot be read. */
export const followPurseForReading = async (context: VaultContext, purse: PurseRecord): Promise<PurseRecord> => {
  try {
    return await followPurse(context, purse.id);
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return purse;
  }
};

/**
 * Records a step that a client reports, which servers' indexes need not show yet.
 *
 * @returns the purse as it is now, and which step the transaction is; undefined where it does not belong to the purse
 */
export const recordPurseStep = async (
  context: VaultContext,
  id: string,
  transaction: ChainTransaction,
): Promise<{ readonly purse: PurseRecord; readonly kind: string } | undefined> => {
  const { network } = context;
  const { row } = await follow(purseRecord(context, id));
  const known = row.recorded.find(({ txHash }) => txHash === transaction.txid);
  if (known !== undefined) return { purse: row.purse, kind: known.kind };
  const state = purseStateOf(row.purse, row.owner, network);
  const step = state && stepBy(transaction, state);
  if (state === undefined || step === undefined) return undefined;
  return context.vaults.purses.withPurse(id, async (scope) => {
    if (scope.purse.state?.txid !== state.coin.outpoint.txid) throw isBusy();
    const taken = purseStepOf(step, state, transaction, network, 'confirm');
    await scope.advance(taken);
    return { purse: scope.purse, kind: taken.transition.kind };
  });
};

/** Returns the locking bytecodes of the payees of a stored purse; undefined where only their hashes are known. */
export const payeesOf = ({ payees }: PurseRecord): readonly Uint8Array[] | undefined => payees?.map(hexToBin);
