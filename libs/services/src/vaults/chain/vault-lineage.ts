import { readVaultTransition, type VaultCoin, type VaultContract, type VaultTransition } from '@weir/covenants';
import {
  walkBack,
  type ChainReader,
  type ChainTransaction,
  type NewTransition,
  type RecordSource,
  type VaultChanges,
  type VaultRecord,
} from '@weir/infra';
import { blockOf, type Lineage, type Step, stepsAlong } from '../../shared/follow/lineage.js';
import { toStateRecord } from '../../shared/vaults/stored-vault.js';

/** A transition with the transaction it was read from. */
export type VaultStep = Step<VaultTransition>;

/** Longest run of spends a confirm catches up with. */
const MAX_STEPS = 256;

/** Returns how the state of a vault moves. */
export const vaultLineage = (contract: VaultContract): Lineage<VaultCoin, VaultTransition> => ({
  lockingBytecode: () => contract.lockingBytecode,
  read: (from, txid, transaction) => readVaultTransition(contract, from, txid, transaction),
});

/**
 * Returns the steps from a state to a transaction, which the servers' index need not show yet; empty when it does not descend
 * from that state.
 *
 * @throws ChainUnavailableError
 */
export const stepsTo = async (
  chain: ChainReader,
  lineage: ReturnType<typeof vaultLineage>,
  from: VaultCoin,
  transaction: ChainTransaction,
): Promise<readonly VaultStep[]> => {
  const lockingBytecode = lineage.lockingBytecode(from);
  const path = await walkBack(chain, transaction, from.outpoint, { maxSteps: MAX_STEPS, lockingBytecode });
  return (path && stepsAlong(lineage, from, path)) ?? [];
};

const stateOf = (coin: VaultCoin | undefined): NewTransition['state'] => {
  if (coin === undefined) return null;
  const { vout, commitment, satoshis } = toStateRecord(coin);
  return { vout, commitment, satoshis, tokenAmount: null };
};

/** Converts a first deposit to its stored form. */
export const depositTransition = (coin: VaultCoin, transaction: ChainTransaction, source: RecordSource) => ({
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

/** Converts a step to its stored form. */
export const stepTransition = ({ transition, transaction }: VaultStep, source: RecordSource): NewTransition => ({
  kind: transition.kind,
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

/** Returns the columns that a step changes in the row. */
export const stepChanges = ({ transition: { next } }: VaultStep): VaultChanges =>
  next === undefined ? { status: 'closed', state: null } : { status: 'active', state: toStateRecord(next) };
