import type { ProposalStatus, VaultRole, VaultStatus } from '@weir/api-contract/words';
import type { VaultProposalKind } from '@weir/covenants';
import type { ProposalRecord, VaultRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { TransactionOutputView } from '../streams/streams.types.js';

export type { CreateVaultInput, ProposeInput } from '@weir/api-contract/words';

export type ProposalKind = VaultProposalKind;

/** A vault as the use cases return it: its row, as the caller sees it. Amounts in satoshis, times in Unix seconds. */
export interface VaultView extends Omit<VaultRecord, 'creator' | 'signers' | 'viewers' | 'state'> {
  readonly creator: string;
  readonly signers: readonly string[];
  readonly signerPubkeys: readonly string[];
  readonly viewers: readonly string[];
  readonly approvalThreshold: number;
  /** The same as `status`. */
  readonly state: VaultStatus;
  /** The caller's. */
  readonly role: VaultRole;
  /** Whether the caller is among the signers, whatever the role. */
  readonly isSigner: boolean;
  readonly depositTxHash: string | null;
}

export type VaultStepKind = 'deposited' | 'spent' | 'closed';

/** A proposal as the use cases return it: its row, and what it does. Amounts in base units of the asset, times in Unix seconds. */
export interface ProposalView extends Omit<
  ProposalRecord,
  'proposer' | 'signatures' | 'rejections' | 'digest' | 'transaction'
> {
  readonly proposer: string;
  readonly outpoint: string | null;
  /** What to do next, in words. */
  readonly nextStep: string;
  readonly approvals: readonly { readonly signer: string; readonly at: number }[];
  readonly rejections: ProposalView['approvals'];
  readonly approvalThreshold: number;
  /** What leaves the vault. */
  readonly payouts: readonly TransactionOutputView[];
  /** Satoshis. */
  readonly fee: bigint;
  readonly txHash: string | null;
  readonly executedAt: number | null;
}

/** Filters and place of a page of proposals. */
export interface ListProposalsQuery extends Page {
  readonly status?: ProposalStatus | undefined;
}
