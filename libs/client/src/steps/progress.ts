import type { Pending } from './pending.js';

/** How far a verb is. Each step names what is being done now. */
export type Progress =
  /** The service builds the transaction. */
  | { readonly step: 'building'; readonly attempt: number }
  /** The wallet signs a transaction that makes a coin the next one needs. */
  | { readonly step: 'preparing' }
  /** The wallet is asked for its signature; left out where the contract pays for a claim and nothing is to be signed. */
  | { readonly step: 'signing'; readonly attempt: number }
  /**
   * The transaction goes to the network. Keep `pending`, and forget it when the verb is through: `weir.resume` takes it up
   * after a reload. Null where nobody signed.
   */
  | { readonly step: 'sending'; readonly pending: Pending | null }
  /** The service verifies it on the chain. */
  | { readonly step: 'confirming'; readonly txHash: string; readonly pending: Pending }
  /** The network does not show it, or not deep enough, yet. */
  | { readonly step: 'waiting'; readonly txHash: string; readonly reason: 'TX_NOT_FOUND' | 'TX_UNCONFIRMED' }
  /** Somebody else moved the state: it is built anew, and signed anew. */
  | {
      readonly step: 'rebuilding';
      readonly reason: 'STATE_MOVED' | 'BROADCAST_REJECTED' | 'TX_REPLACED' | 'PROPOSAL_STALE';
    }
  | { readonly step: 'done'; readonly txHash: string };

/** What every verb takes. */
export interface VerbOptions {
  /** Stops it between two steps, and a request under way. What was sent to the network stays sent. */
  readonly signal?: AbortSignal;
  /** Told of each step as it begins. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Whether the wallet sends what it signs (`broadcast: true`); default false. The service relays it in either case, and
   * what the network has already is a success.
   */
  readonly isSentByWallet?: boolean;
}
