import { hexToBin } from '@bitauth/libauth';
import { readVaultTransition, type VaultCoin, type VaultTransition } from '@weir/covenants';
import {
  walkBack,
  walkForward,
  type ChainTransaction,
  type NewTransition,
  type RecordSource,
  type VaultChanges,
  type VaultRecord,
} from '@weir/infra';
import { contractOf, toStateRecord, toVaultCoin } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';

/** A transition with the transaction it was read from. */
export interface VaultStep {
  readonly transition: VaultTransition;
  readonly transaction: ChainTransaction;
}

/** Longest run of spends a confirm catches up with. */
const MAX_STEPS = 256;

/** Reads transactions one after the other as steps of a vault, each from the state the one before it left. */
const createStepReader = ({ network }: VaultContext, vault: VaultRecord) => {
  const contract = contractOf(vault, network);
  let state: VaultCoin | undefined = vault.state === null ? undefined : toVaultCoin(vault.state);
  const steps: VaultStep[] = [];
  return {
    steps,
    /** @returns whether it is a step */
    read(transaction: ChainTransaction): boolean {
      const transition = state && readVaultTransition(contract, state, transaction.txid, transaction.transaction);
      if (transition === undefined) return false;
      steps.push({ transition, transaction });
      state = transition.next;
      return true;
    },
    next: () => state?.outpoint,
  };
};

/**
 * Follows a vault's state from the recorded one to the latest.
 *
 * @throws ChainUnavailableError
 */
export const stepsForward = async (context: VaultContext, vault: VaultRecord): Promise<readonly VaultStep[]> => {
  if (vault.state === null) return [];
  const reader = createStepReader(context, vault);
  await walkForward(context.chain, vault.state, hexToBin(vault.lockingBytecode), (transaction) =>
    reader.read(transaction) ? reader.next() : undefined,
  );
  return reader.steps;
};

/**
 * Returns the steps from the recorded state to a transaction, which the servers' index need not show yet; empty when it
 * does not descend from that state.
 *
 * @throws ChainUnavailableError
 */
export const stepsTo = async (context: VaultContext, transaction: ChainTransaction, vault: VaultRecord) => {
  if (vault.state === null) return [];
  const limits = { maxSteps: MAX_STEPS, lockingBytecode: hexToBin(vault.lockingBytecode) };
  const path = await walkBack(context.chain, transaction, vault.state, limits);
  const reader = createStepReader(context, vault);
  return path?.every((each) => reader.read(each)) === true ? reader.steps : [];
};

/** Returns the block of a transaction, or null while it is in the mempool. */
export const blockOf = ({ height, blockHash }: ChainTransaction): NewTransition['block'] =>
  height === undefined || blockHash === undefined ? null : { height, hash: blockHash };

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
