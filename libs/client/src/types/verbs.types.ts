import type { paths } from '../generated/api.js';
import type { Exact } from '../shared/amounts.js';
import type { OnReview } from '../shared/review.js';
import type { Wallet } from '../wallet.js';

/** Paths that record what was signed. */
export type ConfirmPath =
  | Extract<keyof paths, `/api/${string}/{id}/confirm-${string}`>
  | '/api/currency-payments/{id}/confirm'
  | '/api/currency-payments/{id}/confirm-take'
  | '/api/moves/confirm'
  | '/api/moves/undo/confirm'
  | '/api/moves/finish/confirm'
  | '/api/vaults/{id}/update-balance'
  | '/api/vaults/{id}/recovery/confirm'
  | '/api/proposals/{id}/signatures';

/** The answer to a confirmation. */
export type Confirmed<Path extends ConfirmPath = ConfirmPath> = Exact<
  paths[Path]['post']['responses'][200]['content']['application/json']
>;

/** The request that records what was signed. */
export interface Confirmation<Path extends ConfirmPath = ConfirmPath> {
  readonly path: Path;
  /** Id of the record; empty where the path names none. */
  readonly id: string;
  /** What it reports of the transaction; JSON. */
  readonly body: Readonly<Record<string, number | string>>;
  /** Address of the caller, where one is needed. */
  readonly address?: string | undefined;
}

/**
 * What was signed and is not confirmed yet: plain JSON, to be stored until the method returns; after a reload
 * `weir.resume` continues from it. It holds no secret: a signed transaction is made to be published.
 */
export interface Pending<Path extends ConfirmPath = ConfirmPath> extends Confirmation<Path> {
  readonly version: 1;
  readonly txHash: string;
  /** The signed transaction; null where the confirmation itself sends it. */
  readonly txHex: string | null;
}

/** Progress of a method. Each step names what is being done now. */
export type Progress =
  /** The service builds the transaction. */
  | { readonly step: 'building'; readonly attempt: number }
  /** The wallet signs a transaction that makes a coin that the next one needs. */
  | { readonly step: 'preparing' }
  /**
   * The wallet is asked for its signature; left out where the contract pays for a claim and nothing is to be signed.
   */
  | { readonly step: 'signing'; readonly attempt: number }
  /**
   * The transaction is being sent. Store `pending` until the method returns: after a reload `weir.resume` continues
   * from it. Null where nobody signed.
   */
  | { readonly step: 'sending'; readonly pending: Pending | null }
  /** The service verifies it on the chain. */
  | { readonly step: 'confirming'; readonly txHash: string; readonly pending: Pending }
  /** The network does not show it yet, or not deep enough. */
  | { readonly step: 'waiting'; readonly txHash: string; readonly reason: 'TX_NOT_FOUND' | 'TX_UNCONFIRMED' }
  /** Somebody else moved the state: the transaction is built and signed again. */
  | {
      readonly step: 'rebuilding';
      readonly reason: 'STATE_MOVED' | 'BROADCAST_REJECTED' | 'TX_REPLACED' | 'PROPOSAL_STALE';
    }
  | { readonly step: 'done'; readonly txHash: string };

/** Options of every method that signs. */
export interface VerbOptions {
  /** Aborts between two steps, and a request in flight. What was sent to the network stays sent. */
  readonly signal?: AbortSignal;
  /** Called as each step begins. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Shows what would be signed, in words from the transaction's own bytes, before the wallet is asked; with false nothing
   * is signed. By default that of the client. It is needed where a record was not requested by this client.
   */
  readonly onReview?: OnReview | undefined;
  /**
   * Whether the wallet sends what it signs (`broadcast: true`); default false. The service relays it in either case,
   * and succeeds where the network has it already.
   */
  readonly isSentByWallet?: boolean;
}

/** Options of a call that signs nothing. */
export type AbortOptions = Pick<VerbOptions, 'signal'>;

/** Options of a claim. */
export interface ClaimOptions extends VerbOptions {
  /**
   * Satoshis for 1,000 bytes that the claim pays at least. Beyond what the contract pays (some 1,200) the wallet signs for
   * a coin that pays the fee: for a claim that has to be mined while blocks are full, before a notice ends.
   */
  readonly feeRate?: number;
}

/** Options of reading what everybody may see. */
export interface ReadOptions extends AbortOptions {
  /** The reader, proven if they have signed in already. No signature is asked for. */
  readonly wallet?: Wallet | undefined;
}
