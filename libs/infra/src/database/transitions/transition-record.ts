import type { Outpoint } from '@weir/covenants';
import type { RecordSource, ResourceType } from '../record-types.js';

/** The resource that a transition belongs to. */
export interface Resource {
  readonly type: ResourceType;
  /** uuid of its row. */
  readonly id: string;
}

export type { Outpoint };

export interface Block {
  readonly height: number;
  readonly hash: string;
}

/** One step of a contract on the chain. Amounts in base units, hashes hex in display order. */
export interface NewTransition {
  /** `fund`, `claim`, `push`, `cancel`, `refund`, `close`, ...: lower-case letters and hyphens. */
  readonly kind: string;
  readonly txHash: string;
  /** The state output it spent; null for a funding. */
  readonly spent: Outpoint | null;
  /** The state output it made, in transaction `txHash`; null when it closed the contract. */
  readonly state: TransitionState | null;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  /** The transaction's nLockTime. */
  readonly locktime: number;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
  readonly source: RecordSource;
}

/** The state output that a transition made. */
export interface TransitionState {
  readonly vout: number;
  readonly commitment: string;
  readonly satoshis: bigint;
  readonly tokenAmount: bigint | null;
}

/** A transition as it is stored. */
export interface TransitionRecord extends NewTransition {
  readonly resource: Resource;
  /** 1 is the funding; no gaps. */
  readonly sequence: number;
  /** Whether it is final: too deep for a reorganisation. */
  readonly final: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
}
