import type { TransactionCommon } from '@bitauth/libauth';
import type { AirdropContract, BuildOptions, Duty, Network, NoticeFacts, Party, StreamModel } from '@weir/covenants';
import type { ContractFamily, ContractHead, ContractStatus, ContractTerms, StoredPlan, StoredState } from '@weir/infra';

/** A mined transaction of a contract's lineage. Amounts in units of the asset. */
export interface ContractStep {
  /** `fund`, or the covenant's path. */
  readonly kind: string;
  /** Unix seconds. */
  readonly locktime: number;
  readonly status: ContractStatus;
  /** Paid to recipients up to and with it. */
  readonly released: bigint;
  /** The commitment it left, hex; null when it ended the contract. */
  readonly commitment: string | null;
  readonly state: StoredState | null;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
}

/** Where a step starts. */
export interface StepStart {
  readonly state: StoredState;
  /** Paid to recipients before it. */
  readonly releasedAmount: bigint;
}

/** A contract as a transaction deploys it. */
export interface Deployment {
  readonly contract: ProductContract;
  readonly step: ContractStep;
  /** Of its first state. */
  readonly vout: number;
}

/** What a transaction deploys, all of it or nothing; or what keeps it from that, in words. */
export type DeploymentsFound =
  | { readonly ok: true; readonly deployments: readonly Deployment[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What can be said of a contract without making it. */
export interface ProductTerms {
  readonly product: string;
  readonly family: ContractFamily;
  /** A locking bytecode. */
  readonly sender: Party;
  /** The same; null where many are. */
  readonly recipient: Party | null;
  /** Display order; null for BCH. */
  readonly tokenCategory: string | null;
  /** Satoshis or base units. */
  readonly total: bigint;
  /** What else the announcement says, as the HTTP API shows it: Unix seconds as numbers, amounts as decimal text. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  /** What recipients have earned at a time, Unix seconds, of a contract that goes on. */
  vestedAt(time: bigint, head: Pick<ContractHead, 'commitment' | 'releasedAmount'>): bigint;
}

/** What a contract is in libs/covenants, by its family. */
export type ContractModel =
  | { readonly kind: 'stream'; readonly contract: StreamModel }
  | { readonly kind: 'airdrop'; readonly contract: AirdropContract };

/** What of a row a contract is made of again. */
export type StoredTerms = Pick<ContractTerms, 'announcement' | 'plan' | 'recipient' | 'tokenCategory' | 'totalAmount'>;

/** A contract made from its announcement, and of a plan's stream from its funding: reads what the chain shows of it. Pure. */
export interface ProductContract {
  readonly terms: ProductTerms;
  /** The contract itself, for callers that build its transactions. */
  readonly model: ContractModel;
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** Of a stream of a plan: what its announcement does not say. */
  readonly plan: StoredPlan | null;
  /** The step by which a transaction spends a state, or undefined when it spends none of it. */
  readStep(before: StepStart, txid: string, transaction: TransactionCommon): ContractStep | undefined;
  /** Blocks of the notice of a cancel or pause; 0 where there is none. */
  readonly noticeBlocks: number;
  /** What is to be sent for its parties while a notice runs, in order; nothing when nothing is due. */
  findDuties(state: StoredState, facts: NoticeFacts, options?: BuildOptions): readonly Duty[];
}

/**
 * A product as the indexer knows it, by the locking bytecode of an announcement. Each one answers undefined to what is no
 * announcement of its own, or announces what no contract may be.
 */
export interface Product {
  /** The terms of a row; far cheaper than its contract. */
  readTerms(announcement: Uint8Array, stored: StoredTerms): ProductTerms | undefined;
  open(announcement: Uint8Array, network: Network): Announced | undefined;
}

/** What an announcement opens: one contract, or all streams of a plan. Pure. */
export interface Announced {
  readonly product: string;
  readonly family: ContractFamily;
  /** Locking bytecodes of those it names; of a plan its funding names the recipients. */
  readonly sender: Party;
  readonly recipient: Party | null;
  /** The first one, where a plan has several. */
  readonly address: string;
  readonly lockingBytecodes: readonly Uint8Array[];
  findDeployments(txid: string, transaction: TransactionCommon): DeploymentsFound;
  /** The contract of a row with this announcement. @throws Error where the row does not fit it */
  contractOf(stored: StoredTerms): ProductContract;
}
