import type { Wallet } from '../wallet.js';
import type { Pending } from './pending.js';

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
  /** Somebody else moved the state: the transaction is built and signed anew. */
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
   * Whether the wallet sends what it signs (`broadcast: true`); default false. The service relays it in either case,
   * and succeeds where the network has it already.
   */
  readonly isSentByWallet?: boolean;
}

/** Options of a claim. */
export interface ClaimOptions extends VerbOptions {
  /**
   * Satoshis for 1,000 bytes that the claim pays at least. Beyond what the contract pays (some 1,400) the wallet signs for
   * a coin that pays the fee: for a claim that has to be mined while blocks are full, before a notice ends.
   */
  readonly feeRate?: number;
}

/** Options of reading what everybody may see. */
export interface ReadOptions extends Pick<VerbOptions, 'signal'> {
  /** The reader, proven if they have signed in already. No signature is asked for. */
  readonly wallet?: Wallet | undefined;
}
