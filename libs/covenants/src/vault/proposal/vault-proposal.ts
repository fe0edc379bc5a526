import type { Utxo } from 'cashscript';
import type { PlannedOutput } from '../../transaction/assemble.js';
import type { VaultContract } from '../vault-contract.js';
import { createVaultSizer } from './vault-size.js';

/** What a vault opens out of its coins: streams of a plan, the one of a stream or payment of its own, a campaign. */
export type VaultOpeningKind = 'plan' | 'stream' | 'payment' | 'airdrop';

/**
 * A spend pays somebody and leaves the rest in the vault; a close pays out everything and burns the state. An opening is a
 * spend that funds what it names; a cancel, pause or resume is the vault's say as the sender of streams.
 */
export type VaultProposalKind = 'spend' | 'close' | VaultOpeningKind | 'cancel' | 'pause' | 'resume';

const KINDS: readonly unknown[] = [
  'spend',
  'close',
  'plan',
  'stream',
  'payment',
  'airdrop',
  'cancel',
  'pause',
  'resume',
] satisfies VaultProposalKind[];

/** Whether something read is the kind of a proposal. */
export const isVaultProposalKind = (value: unknown): value is VaultProposalKind => KINDS.includes(value);

/** An input of another contract's that nobody signs: complete as it stands. */
export interface FilledInput {
  readonly utxo: Utxo;
  readonly lockingBytecode: Uint8Array;
  readonly unlockingBytecode: Uint8Array;
}

/** A transaction two signers are asked to agree on: its coins and outputs, complete but for the signatures. */
export interface VaultProposal {
  readonly contract: VaultContract;
  readonly kind: VaultProposalKind;
  /** Inputs of other contracts, right behind the first coin: what its signatures decide. */
  readonly filled: readonly FilledInput[];
  /** Unix seconds, or 0n. */
  readonly locktime: bigint;
  /** In order, those behind the first coin after the filled inputs; the first carries the signatures. The state, where there is one. Spent elsewhere, any of them makes it stale. */
  readonly coins: readonly Utxo[];
  /** In order; the state's successor is the first of a spend. */
  readonly outputs: readonly PlannedOutput[];
  /** Satoshis, out of the vault's money: at the fee rate, for each byte of the longest it can become. */
  readonly fee: bigint;
  /** Bytes with two ECDSA signatures; each Schnorr signature makes it 7 shorter. */
  readonly size: number;
}

/** What a proposal may have beside the vault's own coins. */
export type ProposalExtras = Partial<Pick<VaultProposal, 'filled' | 'locktime'>>;

/** Satoshis that a proposal's inputs bring. */
const spentBy = (coins: readonly Utxo[], filled: readonly FilledInput[]): bigint =>
  [...coins, ...filled.map(({ utxo }) => utxo)].reduce((sum, { satoshis }) => sum + satoshis, 0n);

/** Completes coins and outputs that leave the fee between them. */
export const proposalOf = (
  contract: VaultContract,
  kind: VaultProposalKind,
  coins: readonly Utxo[],
  outputs: readonly PlannedOutput[],
  { filled = [], locktime = 0n }: ProposalExtras = {},
): VaultProposal => {
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = spentBy(coins, filled) - paid;
  const size = createVaultSizer(contract, filled)(coins.length, outputs);
  return { contract, kind, filled, locktime, coins, outputs, fee, size };
};

/** All inputs of a proposal, in order. */
export const proposalUtxos = ({ coins, filled }: VaultProposal): Utxo[] => [
  ...coins.slice(0, 1),
  ...filled.map(({ utxo }) => utxo),
  ...coins.slice(1),
];
