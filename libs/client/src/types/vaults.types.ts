import type { MoveKind } from '@weir/kinds';
import type { Amount, Answered, BodyOf, QueryOf, WithAmounts } from '../shared/amounts.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions, Confirmed, VerbOptions } from './verbs.types.js';

/** A vault's record. */
export type Vault = Answered<'Vault'>;
/** A proposal's record. */
export type Proposal = Answered<'Proposal'>;
/** What a vault is created with. Its deposit may also be a bigint of satoshis. */
export type VaultTerms = WithAmounts<BodyOf<'createVault'>>;
/** What is to be paid from a vault. The amount may also be bigint: satoshis, or base units of a token. */
export type ProposalTerms = WithAmounts<BodyOf<'createProposal'>>;

/** What an exchange of a roster's members changes. */
export type ExchangeTerms = NonNullable<ProposalTerms['exchange']>;
/** Who signs for a roster after its recovery. */
export type RecoveryTerms = BodyOf<'finishRecovery'>;

/** What a proposal is about: ids of records. */
export type ProposalSubject = Pick<
  ProposalTerms,
  'streamIds' | 'paymentIds' | 'currencyPaymentIds' | 'planId' | 'campaignId'
>;

/** Options of a proposal. */
export interface ProposalOptions extends AbortOptions {
  /** The proposer's reason, shown to the signers. */
  readonly reason?: string;
}

/** Options of an exchange. */
export interface ExchangeOptions extends ProposalOptions {
  /**
   * Purses that are renewed for the new signers in the same transaction, at most two of one asset; by default none. Purses keep the
   * signers that they were opened with.
   */
  readonly purseIds?: readonly string[];
}

/** Options of a deposit. */
export interface DepositOptions extends VerbOptions {
  /**
   * What to deposit: decimal BCH, or satoshis as bigint, at least 1,000. It may exceed the planned total. By default what
   * is planned and was never deposited.
   */
  readonly amount?: Amount | undefined;
}

/** A proposal, and what the members of its vault can do with it. Every method needs a member's wallet, except reads of a public vault. */
export interface ProposalHandle {
  readonly id: string;
  /** Reads the record. */
  get(wallet?: Wallet, options?: AbortOptions): Promise<Proposal>;
  /** Signs the proposal, as a signer. One whose coins were spent meanwhile is built again. */
  approve(wallet?: Wallet, options?: VerbOptions): Promise<Proposal>;
  /** Rejects the proposal, as a signer or as its proposer. */
  reject(wallet?: Wallet, options?: AbortOptions): Promise<Proposal>;
  /** Sends what two signers have signed, and records it. Nothing is left to sign. */
  execute(wallet?: Wallet, options?: VerbOptions): Promise<Answered<'ConfirmExecuteResponse'>>;
}

/** A proposal that was just made. */
export type MadeProposal = ProposalHandle & { readonly record: Proposal };

/** A vault, and what its members can do with it. Every method needs a member's wallet, except reads of a public vault. */
export interface VaultHandle {
  readonly id: string;
  /** Reads the record. */
  get(wallet?: Wallet, options?: AbortOptions): Promise<Answered<'GetVaultResponse'>>;
  /** Reads what the vault's address holds: coins, tokens, and the state. */
  state(wallet?: Wallet): Promise<Answered<'VaultStateResponse'>>;
  /**
   * Deposits an amount, or what is planned and was never deposited, signed by the creator.
   *
   * @throws WeirError NOTHING_TO_SIGN without an amount once all that was planned was deposited; INVALID_AMOUNT
   */
  deposit(wallet?: Wallet, options?: DepositOptions): Promise<Answered<'UpdateBalanceResponse'>>;
  /** Lets an address see the vault, as its creator. */
  addViewer(address: string, wallet?: Wallet): Promise<Vault>;
  /** Proposes a payment, as a member; two signers must approve it. */
  propose(terms: ProposalTerms, wallet?: Wallet, options?: AbortOptions): Promise<MadeProposal>;
  /** Proposes to fund what was created with the vault's `vaultId`, as a member: a stream, payment, payment in a currency, plan or campaign. */
  proposeFunding(subject: ProposalSubject, wallet?: Wallet, options?: ProposalOptions): Promise<MadeProposal>;
  /**
   * Proposes to cancel, pause or resume what the vault funded, as a member: streams and payments, payments in a currency, or a selection
   * of a plan.
   */
  proposeMove(
    move: MoveKind,
    subject: ProposalSubject,
    wallet?: Wallet,
    options?: ProposalOptions,
  ): Promise<MadeProposal>;
  /**
   * Proposes to exchange a signer of a roster, its guardian or its delays. The two signers who stay must approve it; the address, streams
   * and airdrops stay.
   */
  proposeExchange(exchange: ExchangeTerms, wallet?: Wallet, options?: ExchangeOptions): Promise<MadeProposal>;
  /** Reads the state of a roster’s recovery: who its guardian is, and from which block on they may call or end one. */
  recovery(wallet?: Wallet, options?: AbortOptions): Promise<Answered<'RecoveryResponse'>>;
  /**
   * Calls the recovery of a roster that was silent for long enough, signed by its guardian. It moves no money.
   *
   * @throws WeirError WRONG_STATE before that
   */
  callRecovery(wallet?: Wallet, options?: VerbOptions): Promise<Confirmed<'/api/vaults/{id}/recovery/confirm'>>;
  /** Stops the recovery of a roster, signed by any one signer, whose coin pays the fee. */
  vetoRecovery(wallet?: Wallet, options?: VerbOptions): Promise<Confirmed<'/api/vaults/{id}/recovery/confirm'>>;
  /** Proposes who signs for a roster from now on, as its guardian. The guardian and two of the new signers must approve it. */
  finishRecovery(members: RecoveryTerms, wallet?: Wallet, options?: AbortOptions): Promise<MadeProposal>;
  /** Reads one page of its proposals, the newest first; `limit` and `cursor` select it. */
  proposalsPage(
    query?: QueryOf<'listProposals'>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Answered<'ListProposalsResponse'>>;
  /** Iterates over its proposals, the newest first, reading page by page. */
  proposals(wallet?: Wallet): AsyncGenerator<Proposal, void, undefined>;
}

/** The vaults' part of a client. */
export interface Vaults {
  /** Creates a vault. The caller becomes its creator. */
  create(terms: VaultTerms, wallet?: Wallet, options?: AbortOptions): Promise<VaultHandle & { readonly record: Vault }>;
  /** Returns the handle of a vault by its `id`. Nothing is requested before a method needs it. */
  at(id: string): VaultHandle;
  /**
   * Reads one page of the vaults that the wallet's address may see, grouped by the address's role; without a wallet, of the public
   * ones. `limit` and `cursor` select it.
   */
  page(query?: QueryOf<'listVaults'>, wallet?: Wallet, options?: AbortOptions): Promise<Answered<'ListVaultsResponse'>>;
  /** Iterates over all vaults that the wallet's address may see, reading page by page. */
  list(wallet?: Wallet): AsyncGenerator<Vault, void, undefined>;
}

/** A purse's record. */
export type Purse = Answered<'Purse'>;
/** A payment out of a purse. The amount may also be bigint: satoshis, or base units of a token. */
export type PursePayment = WithAmounts<BodyOf<'payFromPurse'>>;

/** A purse of a vault: money that one key pays out within a limit. */
export interface PurseHandle {
  readonly id: string;
  /** Reads the record with its steps: for members of the vault, and the key that pays. */
  get(wallet?: Wallet, options?: AbortOptions): Promise<Answered<'GetPurseResponse'>>;
  /**
   * Pays somebody out of the purse, signed by the key that it names. The purse pays the fee.
   *
   * @throws WeirError LIMIT_EXCEEDED where the limit has not refilled, NOT_ELIGIBLE where the payee is not listed
   */
  pay(
    payment: PursePayment,
    wallet?: Wallet,
    options?: VerbOptions,
  ): Promise<Confirmed<'/api/purses/{id}/confirm-payment'>>;
  /** Sends everything in the purse to its vault, signed by any one of its signers. */
  sendHome(wallet?: Wallet, options?: VerbOptions): Promise<Confirmed<'/api/purses/{id}/confirm-home'>>;
}

/** The purses' part of a client. A proposal of kind `allowance` opens, changes and closes them. */
export interface Purses {
  /** Returns the handle of a purse by its `id`. Nothing is requested before a method needs it. */
  at(id: string): PurseHandle;
  /** Reads the purses of a vault, those with money first, the newest of them first. @param vaultId `id` of the vault */
  of(vaultId: string, wallet?: Wallet, options?: AbortOptions): Promise<readonly Purse[]>;
  /** Reads the purses with money that the wallet's address pays from: those that paid first, the newest of them first. */
  spendable(wallet?: Wallet, options?: AbortOptions): Promise<readonly Purse[]>;
}

/** The proposals' part of a client. */
export interface Proposals {
  /** Returns the handle of a proposal by its `id`. Nothing is requested before a method needs it. */
  at(id: string): ProposalHandle;
  /** Reads one page of what waits for the caller, of all vaults that they sign for, the newest first. */
  waiting(
    query?: QueryOf<'listWaitingProposals'>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Answered<'WaitingProposalsResponse'>>;
}
