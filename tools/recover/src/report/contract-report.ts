import type { Party } from '@weir/covenants';
import type { ContractStatus } from '@weir/indexing/products';
import type { Action } from '../build/actions.js';
import type { Role } from '../find/find-by-holder.js';

/** An action that is possible now. */
export interface PossibleAction {
  readonly action: Action;
  /** Whether a wallet has to sign; otherwise the transaction is complete as built. */
  readonly signed: boolean;
  /** What it pays to its beneficiary, in satoshis or base units; null if that depends on more than the chain. */
  readonly amount: bigint | null;
}

/** A notice that runs after a cancel or a pause. */
export interface RunningNotice {
  readonly after: 'cancel' | 'pause';
  /** Height of the block that mined it; null in the mempool. */
  readonly height: number | null;
  /** Chain height from which its end can be sent; null until it is mined. */
  readonly overAtHeight: number | null;
}

/** A contract from the point of view of its party. Amounts are in satoshis, or base units of the token. */
export interface ContractReport {
  readonly contractAddress: string;
  /** `txid:vout` of the first state. */
  readonly funding: string;
  readonly product: string;
  readonly roles: readonly (Role | 'claimer')[];
  /** Locking bytecodes of the parties; null where there are many. */
  readonly sender: Party;
  readonly recipient: Party | null;
  readonly status: ContractStatus;
  /** Whether the contract holds nothing any more. */
  readonly ended: boolean;
  /** In display order; null for BCH. */
  readonly tokenCategory: string | null;
  readonly funded: bigint;
  readonly paid: bigint;
  /** The amount a claim pays now. */
  readonly due: bigint;
  /** Unix seconds from which more becomes due; null if something is due already, or nothing more ever is. */
  readonly nextDue: bigint | null;
  readonly notice: RunningNotice | null;
  /** Outpoints of the current outputs, each as `txid:vout`. */
  readonly states: readonly string[];
  /** Height of the last step; 0 in the mempool. */
  readonly confirmations: number;
  readonly strays: { readonly coins: number; readonly satoshis: bigint };
  readonly actions: readonly PossibleAction[];
  /** What the party should know besides. */
  readonly remarks: readonly string[];
}
