import type { Party } from '@weir/covenants';
import type { ContractStatus } from '@weir/indexing/products';
import type { Action } from '../build/actions.js';
import type { Role } from '../find/find-by-holder.js';

/** Something that can be done now. */
export interface PossibleAction {
  readonly action: Action;
  /** Whether a wallet signs, or the transaction is complete as it is. */
  readonly signed: boolean;
  /** What it pays to whom it is for, units of the asset; null where that depends on more than the chain. */
  readonly amount: bigint | null;
}

/** A notice that runs after a cancel or a pause. */
export interface RunningNotice {
  readonly after: 'cancel' | 'pause';
  /** Of its block; null while it is in the mempool. */
  readonly height: number | null;
  /** Height of the chain from which its end can be sent; null while it does not count yet. */
  readonly overAtHeight: number | null;
}

/** A contract as its party wants to see it. Amounts in units of the asset. */
export interface ContractReport {
  readonly contractAddress: string;
  /** `txid:vout` of its first state. */
  readonly funding: string;
  readonly product: string;
  readonly roles: readonly (Role | 'claimer')[];
  /** Locking bytecodes of the parties; null where many are. */
  readonly sender: Party;
  readonly recipient: Party | null;
  readonly status: ContractStatus;
  /** Whether nothing can move any more. */
  readonly ended: boolean;
  /** Display order; null for BCH. */
  readonly tokenCategory: string | null;
  readonly funded: bigint;
  readonly paid: bigint;
  /** What a claim pays now. */
  readonly due: bigint;
  /** Unix seconds from which more is due; null where nothing more is to come, or something is due already. */
  readonly nextDue: bigint | null;
  readonly notice: RunningNotice | null;
  /** `txid:vout` each. */
  readonly states: readonly string[];
  /** Of the last step; 0 in the mempool. */
  readonly confirmations: number;
  readonly strays: { readonly coins: number; readonly satoshis: bigint };
  readonly actions: readonly PossibleAction[];
  /** What its party should know beside. */
  readonly remarks: readonly string[];
}
