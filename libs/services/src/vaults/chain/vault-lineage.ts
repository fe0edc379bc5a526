import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  isRosterContract,
  type Network,
  readTreasuryTransition,
  type RosterContract,
  type TreasuryContract,
  type TreasuryStepKind,
  type TreasuryTransition,
} from '@weir/covenants';
import {
  walkBack,
  type WalkBackOptions,
  type ChainReader,
  type ChainTransaction,
  type NewTransition,
  type RecordSource,
  type VaultChanges,
  type VaultRecord,
} from '@weir/infra';
import { blockOf, type Lineage, type Step, stepsAlong } from '../../shared/follow/lineage.js';
import { stateChanges, type StoredCoin, toStateRecord } from '../../shared/vaults/stored-vault.js';

/** A step of a vault, whose states name their category. */
type VaultMove = Omit<TreasuryTransition, 'spent' | 'next'> & {
  readonly spent: StoredCoin;
  readonly next: StoredCoin | undefined;
};

/** A transition with the transaction it was read from. */
export type VaultStep = Step<VaultMove>;

/** Longest run of spends a confirm catches up with. */
const MAX_STEPS = 256;

/** How the state of a vault moves, forwards and back. */
interface VaultLineage extends Lineage<StoredCoin, VaultMove> {
  /** How a walk back recognizes its states. */
  readonly back: Pick<WalkBackOptions, 'lockingBytecode' | 'lineage'>;
}

/** A roster's state is at the output of its input's number: 0 by two signers, 1 behind a coin of one party. */
const rosterStates = ({ lockingBytecode, category }: RosterContract): NonNullable<WalkBackOptions['lineage']> => ({
  stateInputs: ({ inputs }) => [0, 1].filter((index) => (inputs[index]?.outpointIndex ?? 2) < 2),
  isState: ({ lockingBytecode: lock, token }) =>
    binsAreEqual(lock, lockingBytecode) &&
    token?.nft?.capability === 'mutable' &&
    binToHex(token.category) === category,
});

/** Returns how the state of a vault moves. */
export const vaultLineage = (contract: TreasuryContract): VaultLineage => ({
  lockingBytecode: () => contract.lockingBytecode,
  back: isRosterContract(contract)
    ? { lineage: rosterStates(contract) }
    : { lockingBytecode: contract.lockingBytecode },
  read(from, txid, transaction) {
    const step = readTreasuryTransition(contract, from, txid, transaction);
    if (step === undefined) return undefined;
    const { category } = from;
    return { ...step, spent: from, next: step.next && { ...step.next, category } };
  },
});

/**
 * Returns the steps from a state to a transaction, which the servers' index need not show yet; empty when it does not descend
 * from that state.
 *
 * @throws ChainUnavailableError
 */
export const stepsTo = async (
  chain: ChainReader,
  lineage: VaultLineage,
  from: StoredCoin,
  transaction: ChainTransaction,
): Promise<readonly VaultStep[]> => {
  const path = await walkBack(chain, transaction, from.outpoint, { maxSteps: MAX_STEPS, ...lineage.back });
  return (path && stepsAlong(lineage, from, path)) ?? [];
};

const stateOf = (coin: StoredCoin | undefined): NewTransition['state'] => {
  if (coin === undefined) return null;
  const { vout, commitment, satoshis } = toStateRecord(coin);
  return { vout, commitment, satoshis, tokenAmount: null };
};

/** Converts a first deposit to its stored form. */
export const depositTransition = (coin: StoredCoin, transaction: ChainTransaction, source: RecordSource) => ({
  kind: 'deposit',
  txHash: transaction.txid,
  spent: null,
  state: stateOf(coin),
  paidToRecipient: 0n,
  paidToSender: 0n,
  locktime: transaction.transaction.locktime,
  block: blockOf(transaction),
  source,
});

/** How steps are stored. Of a recovery, with the word for whose step it is. */
const KINDS: Readonly<Record<TreasuryStepKind, string>> = {
  spend: 'spend',
  close: 'close',
  exchange: 'exchange',
  call: 'call-recovery',
  veto: 'veto-recovery',
  recovery: 'recover',
};

/** Converts a step to its stored form. */
export const stepTransition = ({ transition, transaction }: VaultStep, source: RecordSource): NewTransition => ({
  kind: KINDS[transition.kind],
  txHash: transition.txid,
  spent: transition.spent.outpoint,
  state: stateOf(transition.next),
  paidToRecipient: transition.payouts.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n),
  paidToSender: 0n,
  locktime: transaction.transaction.locktime,
  block: blockOf(transaction),
  source,
});

/**
 * Returns the state that steps leave, in its stored form: the record's own where there are none, null once the vault is
 * closed.
 */
export const stateAfter = ({ state }: VaultRecord, steps: readonly VaultStep[]): VaultRecord['state'] => {
  const last = steps.at(-1);
  if (last === undefined) return state;
  return last.transition.next === undefined ? null : toStateRecord(last.transition.next);
};

/** Returns what a step changes in the row. */
export const stepChanges = ({ transition: { next } }: VaultStep, network: Network): VaultChanges =>
  next === undefined ? { status: 'closed', state: null } : { status: 'active', ...stateChanges(next, network) };
