import type { Utxo } from 'cashscript';
import { type OpeningKind, type ProposalKind, PROPOSALS } from '@weir/kinds';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import type { TreasuryContract } from '../treasury.js';
import { createVaultSizer } from './vault-size.js';

/** What a vault opens with its coins: a plan of a list, a single stream or payment, or a campaign. */
export type VaultOpeningKind = OpeningKind;

/**
 * What a proposal does. A spend pays somebody and leaves the rest in the vault; a close pays out everything and burns
 * the state. An opening is a spend that funds what it names; by a cancel, pause or resume the vault acts as the
 * sender of streams; an allowance opens purses, and takes them back; an exchange gives a roster other members.
 */
export type VaultProposalKind = ProposalKind;

/** Whether a value is the kind of a proposal. */
export const isVaultProposalKind = (value: unknown): value is VaultProposalKind =>
  typeof value === 'string' && Object.hasOwn(PROPOSALS, value);

/** An input of another contract that nobody signs: complete as it is. */
export interface FilledInput {
  readonly utxo: Utxo;
  readonly lockingBytecode: Uint8Array;
  readonly unlockingBytecode: Uint8Array;
  /** Undefined where it carries no relative lock. */
  readonly sequence?: number | undefined;
}

/** A transaction that two signers are asked to agree on: complete but for the signatures. */
export interface VaultProposal {
  readonly contract: TreasuryContract;
  readonly kind: VaultProposalKind;
  /** Inputs of other contracts, right behind the first coin, whose signatures authorize them. */
  readonly filled: readonly FilledInput[];
  /** Unix seconds, or 0. */
  readonly locktime: bigint;
  /**
   * The vault's coins in order: the first one (the state, where there is one) at input 0, which carries the
   * signatures, the others behind the filled inputs. If any of them is spent elsewhere, the proposal is stale.
   */
  readonly coins: readonly Utxo[];
  /** In order. The state's successor is the first output of a spend. */
  readonly outputs: readonly PlannedOutput[];
  /** Satoshis, paid from the vault's money: the fee rate for each byte of the longest transaction this can become. */
  readonly fee: bigint;
  /** Bytes with two ECDSA signatures; each Schnorr signature makes it 7 bytes shorter. */
  readonly size: number;
}

/** What a proposal may have beside the vault's own coins. */
export type ProposalExtras = Partial<Pick<VaultProposal, 'filled' | 'locktime'>>;

/** Makes a proposal of coins and outputs, whose difference is the fee. */
export const proposalOf = (
  contract: TreasuryContract,
  kind: VaultProposalKind,
  coins: readonly Utxo[],
  outputs: readonly PlannedOutput[],
  { filled = [], locktime = 0n }: ProposalExtras = {},
): VaultProposal => {
  const fee = heldBy([...coins, ...filled.map(({ utxo }) => utxo)]) - total(outputs);
  const size = createVaultSizer(contract, filled)(coins.length, outputs);
  return { contract, kind, filled, locktime, coins, outputs, fee, size };
};

/** Lists all inputs of a proposal, in order. */
export const proposalUtxos = ({ coins, filled }: VaultProposal): Utxo[] => [
  ...coins.slice(0, 1),
  ...filled.map(({ utxo }) => utxo),
  ...coins.slice(1),
];
