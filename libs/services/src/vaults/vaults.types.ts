import type { Finality, ProposalStatus, VaultRole, VaultStatus } from '@weir/api-contract/words';
import type { VaultProposalKind, WcTransaction } from '@weir/covenants';
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

/** Something that happened to a vault's state. Steps that were rolled back stay among them. */
export interface VaultEventView {
  readonly event: VaultStepKind | 'rolled_back' | 'restored';
  /** Which step was rolled back or restored; null for every other event. */
  readonly of: VaultStepKind | null;
  readonly at: number;
  readonly txHash: string;
  /** Satoshis: what the first deposit brought, what a spend or close paid out. */
  readonly amount: bigint;
  readonly reason: 'replaced' | 'vanished' | null;
  readonly replacedBy: string | null;
}

/** Vaults the caller may see, grouped; each group is part of `all`. */
export interface VaultsPage {
  readonly created: readonly VaultView[];
  readonly signerIn: readonly VaultView[];
  readonly public: readonly VaultView[];
  readonly all: readonly VaultView[];
  readonly nextCursor: string | null;
}

/** A coin with a token at a vault's address that is not its state. */
export interface VaultTokenView {
  /** `txid:vout`. */
  readonly outpoint: string;
  readonly category: string;
  readonly amount: bigint;
  readonly nft: { readonly capability: string; readonly commitment: string } | null;
  readonly satoshis: bigint;
}

/** A vault with the history of its state, the oldest first. */
export type VaultDetail = VaultView & { readonly events: readonly VaultEventView[] };

/** A vault's state output and coins. Amounts in satoshis. */
export interface VaultStateView extends Pick<VaultView, 'state' | 'vaultId' | 'currentBalance'> {
  /** Null before the first deposit and after a close. */
  readonly stateNft: {
    readonly txid: string;
    readonly vout: number;
    readonly tokenCategory: string;
    readonly commitment: string;
    readonly spends: number;
  } | null;
  /** What else lies there; null where no Electrum server answers. */
  readonly tokens: readonly VaultTokenView[] | null;
}

/** A deposit for the creator to sign, or the preparation that their wallet needs before it. */
export type DepositInfo =
  | { readonly kind: 'preparation'; readonly preparationTransaction: WcTransaction; readonly message: string }
  | (Pick<VaultView, 'contractAddress' | 'totalDeposit' | 'currentBalance'> & {
      readonly kind: 'deposit';
      readonly amountToDeposit: bigint;
      /** The same as `amountToDeposit`. */
      readonly depositSatoshis: bigint;
      /** Of the first deposit only. */
      readonly stateNft: { readonly tokenCategory: string; readonly commitment: string } | null;
      /** Null when the vault holds all that was planned. */
      readonly wcTransaction: WcTransaction | null;
      readonly fee: bigint;
    });

/** A vault after a deposit was confirmed. Amounts in satoshis. */
export interface BalanceUpdate extends VaultView {
  readonly message: string;
  readonly txHash: string;
  /** What the transaction pays to the address. */
  readonly amount: bigint;
  readonly confirmations: number;
  readonly finality: Finality;
}

/** A signature or rejection of a proposal by one signer. */
export interface ProposalVoteView {
  readonly signer: string;
  readonly at: number;
}

/** A proposal as the use cases return it: its row, and what it does. Amounts in base units of the asset, times in Unix seconds. */
export interface ProposalView extends Omit<
  ProposalRecord,
  'proposer' | 'signatures' | 'rejections' | 'digest' | 'transaction'
> {
  readonly proposer: string;
  readonly outpoint: string | null;
  /** What to do next, in words. */
  readonly nextStep: string;
  readonly approvals: readonly ProposalVoteView[];
  readonly rejections: readonly ProposalVoteView[];
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

/** A page of proposals, the newest first. */
export interface ProposalsPage {
  readonly proposals: readonly ProposalView[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A proposal for a signer to sign. */
export interface ApprovalRequest {
  readonly proposal: ProposalView;
  readonly wcTransaction: WcTransaction;
  /** Whether the proposal was just rebuilt, so that earlier signers have to sign again. */
  readonly rebuilt: boolean;
}

/** An approved proposal's complete transaction, ready to be sent. */
export interface ProposalTransactionView {
  readonly message: string;
  readonly proposal: ProposalView;
  readonly txHex: string;
  readonly txHash: string;
  readonly size: number;
}

/** A proposal that was executed, with its vault. */
export interface ExecutionResult {
  /** What the proposal did, in words. */
  readonly message: string;
  readonly status: ProposalStatus;
  readonly proposal: ProposalView;
  readonly vault: VaultView;
  readonly txHash: string;
  readonly confirmations: number;
  readonly finality: Finality;
}
