import type { TransactionCommon } from '@bitauth/libauth';
import type {
  AirdropContract,
  BuildOptions,
  CalendarStream,
  CurrencyContract,
  Duty,
  LockContract,
  Network,
  NoticeFacts,
  Party,
  PlanStream,
  PurseTerms,
  RosterContract,
} from '@weir/covenants';
import type { ContractEvent, ContractHead, ContractTerms, StoredDetails, StoredPlan, StoredState } from '@weir/infra';
import type { ContractFamily } from '@weir/kinds';

/**
 * A mined transaction of a contract's lineage, as far as the transaction itself says it. `releasedAmount` includes what it
 * pays.
 */
export type ContractStep = Pick<
  ContractEvent,
  ('kind' | 'locktime' | 'status' | 'releasedAmount') | ('commitment' | 'state' | 'paidToRecipient' | 'paidToSender')
> & {
  /** What it says beside its amounts. */
  readonly details?: StoredDetails;
};

/** A step, and the contracts that it opens beside its own: the lock that a claim of a vested list pays. */
export interface StepRead extends ContractStep {
  readonly opened?: readonly Deployment[];
}

export interface StepStart extends Pick<ContractEvent, 'releasedAmount'> {
  readonly state: StoredState;
}

/** A contract that a transaction deployed. */
export interface Deployment<Model extends ContractModel = ContractModel> {
  readonly contract: ProductContract<Model>;
  readonly step: ContractStep;
  /** Output index of the first state. */
  readonly vout: number;
}

/** All contracts that a transaction deploys, or why it deploys none. */
export type DeploymentsFound =
  | { readonly ok: true; readonly deployments: readonly Deployment[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The terms of a contract, known without constructing it. */
export interface ProductTerms {
  readonly product: string;
  readonly family: ContractFamily;
  /** Locking bytecode. */
  readonly sender: Party;
  /** Locking bytecode; null where there are many recipients. */
  readonly recipient: Party | null;
  /** Hex in display order; null for BCH. */
  readonly tokenCategory: string | null;
  /** Satoshis or base units. */
  readonly total: bigint;
  /** Other announced terms as the HTTP API shows them: times as numbers (Unix seconds), amounts as decimal text. */
  readonly details: StoredDetails;
  /** Returns what the state of a live contract says beside amounts and status; undefined of a product whose states say no more. */
  readonly stateDetails?: (commitment: string) => StoredDetails;
  /** Returns the amount earned by recipients of a live contract at a time (Unix seconds). */
  vestedAt(time: bigint, head: Pick<ContractHead, 'commitment' | 'releasedAmount'>): bigint;
  /**
   * Returns the locking bytecode of the output that holds the tokens, right behind the state; undefined where the state's own
   * output holds them.
   */
  tokensBytecode(): Uint8Array | undefined;
  /** Returns what a live contract still keeps from everybody, and until when. */
  lockOf(head: LockHead): Lock;
}

/** The part of a live contract's state that its lock follows from. */
export type LockHead = Pick<ContractHead, 'commitment' | 'releasedAmount' | 'status'>;

/** How a live contract releases of what it holds. Amounts in satoshis or base units, times in Unix seconds. */
export interface Lock {
  /** Returns what recipients can ever have had up to a time, what was paid included. */
  unlockedAt(time: bigint): bigint;
  /** From when on recipients can have everything; null where no date says: under a pause, or a cancel's notice. */
  readonly until: bigint | null;
  /** Whether the sender can take back what is locked. */
  readonly isRevocable: boolean;
}

/** The contract object of `libs/covenants`, by family. */
export type ContractModel =
  | { readonly kind: 'stream'; readonly contract: PlanStream | CalendarStream }
  | { readonly kind: 'airdrop'; readonly contract: AirdropContract }
  | { readonly kind: 'lock'; readonly contract: LockContract }
  | { readonly kind: 'currency'; readonly contract: CurrencyContract }
  /** Each payment makes another contract of these terms. */
  | { readonly kind: 'purse'; readonly terms: PurseTerms }
  | { readonly kind: 'roster'; readonly contract: RosterContract };

/** The columns of a row from which its contract is rebuilt. */
export type StoredTerms = Pick<
  ContractTerms,
  'announcement' | 'plan' | 'sender' | 'recipient' | 'tokenCategory' | 'totalAmount'
>;

/**
 * A contract rebuilt from its announcement (and, for a plan's stream, its funding) that interprets what the chain shows
 * of it. Pure.
 */
export interface ProductContract<Model extends ContractModel = ContractModel> {
  readonly terms: ProductTerms;
  /** The contract object, for callers that build its transactions. */
  readonly model: Model;
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** For a stream of a plan: what the announcement does not say. */
  readonly plan: StoredPlan | null;
  /** Returns the step that a transaction makes from a state; undefined when it spends none of its outputs. */
  readStep(before: StepStart, txid: string, transaction: TransactionCommon): StepRead | undefined;
  /** Notice of a cancel or pause in blocks; 0 where there is none. */
  readonly noticeBlocks: number;
  /** Returns the transactions to send for the parties while a notice runs, in order; empty when none is due. */
  findDuties(state: StoredState, facts: NoticeFacts, options?: BuildOptions): readonly Duty[];
}

/**
 * A product that the indexer follows, recognised by the locking bytecode of its announcement. Both functions return
 * undefined for other announcements and for ones that no valid contract can have.
 */
export interface Product {
  /** Returns the terms of a row, far cheaper than rebuilding its contract. */
  readTerms(announcement: Uint8Array, stored: StoredTerms): ProductTerms | undefined;
  open(announcement: Uint8Array, network: Network): Announced | undefined;
}

/**
 * What an announcement declares: one contract, or all streams of a plan; of a vested list the locks of its claims too. Pure.
 */
export interface Announced {
  readonly product: string;
  readonly family: ContractFamily;
  /**
   * Locking bytecode of the sender; null where only the funding shows who owns what it opens. A plan's recipients are named by its
   * funding, not its announcement.
   */
  readonly sender: Party | null;
  readonly recipient: Party | null;
  /** Contract address; the first one where a plan has several. */
  readonly address: string;
  readonly lockingBytecodes: readonly Uint8Array[];
  findDeployments(txid: string, transaction: TransactionCommon): DeploymentsFound;
  /** Rebuilds the contract of a row with this announcement. @throws Error when the row does not match it */
  contractOf(stored: StoredTerms): ProductContract;
}
