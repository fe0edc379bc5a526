import type { Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A vault's record. */
export type Vault = Exact<Schemas['Vault']>;
/** A proposal's record. */
export type Proposal = Exact<Schemas['Proposal']>;
/** What a vault is created with. Its deposit also as bigint of satoshis. */
export type VaultTerms = WithAmounts<BodyOf<'createVault'>>;
/** What is to be paid from a vault. The amount also as bigint: satoshis, or base units of a token. */
export type ProposalTerms = WithAmounts<BodyOf<'createProposal'>>;

/** What a proposal is about: ids of records. */
export type ProposalSubject = Pick<ProposalTerms, 'streamIds' | 'paymentIds' | 'planId' | 'campaignId'>;

export interface ProposalOptions extends Pick<VerbOptions, 'signal'> {
  /** The proposer's words. */
  readonly reason?: string;
}

/** One proposal, and what the members of its vault can do with it. All of it needs a member's wallet. */
export interface ProposalHandle {
  readonly id: string;
  status(wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<Proposal>;
  /** A signer signs it; a proposal whose coins were spent meanwhile is built anew. */
  approve(wallet?: Wallet, options?: VerbOptions): Promise<Proposal>;
  /** A signer, or who proposed it, says no. */
  reject(wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<Proposal>;
  /** Sends what two signers have signed, and records it. Nothing is left to sign. */
  execute(wallet?: Wallet, options?: VerbOptions): Promise<Exact<Schemas['ConfirmExecuteResponse']>>;
}

/** One vault, and what its members can do with it. All of it needs a member's wallet. */
export interface VaultHandle {
  readonly id: string;
  status(wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['GetVaultResponse']>>;
  /** What lies at its address: coins, tokens, and the state. */
  state(wallet?: Wallet): Promise<Exact<Schemas['VaultStateResponse']>>;
  /** The creator pays in what is planned and not there yet. @throws WeirError NOTHING_TO_SIGN once all is there */
  deposit(wallet?: Wallet, options?: VerbOptions): Promise<Exact<Schemas['UpdateBalanceResponse']>>;
  /** The creator lets an address see it. */
  addViewer(address: string, wallet?: Wallet): Promise<Vault>;
  /** A member proposes a payment; two signers approve it. */
  propose(
    terms: ProposalTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<ProposalHandle & { readonly record: Proposal }>;
  /** A member proposes that it funds what was created with its `vaultId`: one stream, payment, plan or campaign. */
  proposeFunding(
    subject: ProposalSubject,
    wallet?: Wallet,
    options?: ProposalOptions,
  ): Promise<ProposalHandle & { readonly record: Proposal }>;
  /** A member proposes to cancel, pause or resume what it funds: streams and payments, or a selection of a plan. */
  proposeMove(
    move: 'cancel' | 'pause' | 'resume',
    subject: ProposalSubject,
    wallet?: Wallet,
    options?: ProposalOptions,
  ): Promise<ProposalHandle & { readonly record: Proposal }>;
  /** One page of its proposals, the newest first: `limit` and `cursor` say which. */
  proposalsPage(
    query?: QueryOf<'listProposals'>,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListProposalsResponse']>>;
  /** Its proposals, the newest first, page by page. */
  proposals(wallet?: Wallet): AsyncGenerator<Proposal, void, undefined>;
}

export interface Vaults {
  create(
    terms: VaultTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<VaultHandle & { readonly record: Vault }>;
  /** A vault by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): VaultHandle;
  /** One page of the vaults that the wallet's address may see, by what it is to them: `limit` and `cursor` say which. */
  page(
    query?: QueryOf<'listVaults'>,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListVaultsResponse']>>;
  /** All vaults the wallet's address may see, page by page. */
  list(wallet?: Wallet): AsyncGenerator<Vault, void, undefined>;
}

export interface Proposals {
  /** A proposal by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): ProposalHandle;
}
