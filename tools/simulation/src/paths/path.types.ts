import type { ChainNode } from '@weir/devnet';
import type { ChainReader } from '@weir/infra/electrum';
import type { Wallet } from '@weir/wallet';

/**
 * The paths of a stream or payment after its funding. The recipient signs a claim, nobody signs a push, and in `pay`
 * somebody else's coin pays the fee.
 */
export const PATHS = ['claim', 'pay', 'push', 'cancel', 'pause', 'settle', 'resume', 'refund', 'sweep'] as const;
export type Path = (typeof PATHS)[number];

/** A covenant of streams or payments. */
export interface PathContract {
  readonly schedule: 'VESTING' | 'RECURRING';
  readonly asset: 'BCH' | 'TOKEN';
}

/** One step of a case: time passes, then a path is taken. */
export interface PathStep {
  readonly path: Path;
  /** Seconds that pass first. */
  readonly wait: number;
}

/** A sequence of paths of one contract from its funding on. */
export interface PathCase {
  readonly contract: PathContract;
  readonly name: string;
  readonly steps: readonly PathStep[];
}

/** What every follower of a contract must report. */
export interface PathView {
  readonly status: 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'COMPLETED';
  /** Paid to the recipient, units of the asset. */
  readonly paid: bigint;
  readonly ended: boolean;
}

/** The parties of a case, each with a wallet. */
export interface PathParties {
  readonly sender: Wallet;
  readonly recipient: Wallet;
  /** Pays fees for others. */
  readonly friend: Wallet;
  /** The sender's token, display order; undefined in BCH. */
  readonly category: string | undefined;
}

/** A chain on which cases are run. */
export interface PathChain {
  readonly node: ChainNode;
  readonly reader: Pick<ChainReader, 'unspent'>;
  /** Advances time by some seconds, so that what falls due within them is due. */
  pass(seconds: number): Promise<void>;
  /** Mines one block shortly after the last. */
  mine(): Promise<void>;
}

/** A contract under test: its paths are taken by the library, the recovery tool or the API. */
export interface PathHandle {
  /** Locking bytecode of the contract's address. */
  readonly lockingBytecode: Uint8Array;
  /** Takes a path now and broadcasts its transaction. */
  take(path: Path): Promise<void>;
  /** Returns what the subject under test reports of it. */
  see(): Promise<PathView>;
}

/** A subject under test that follows contracts and, where it can, builds their transactions. */
export interface PathSubject extends PathChain {
  /**
   * Opens a contract and mines its funding.
   *
   * @param start start of the vesting, or one interval before the first period falls due, Unix seconds
   */
  open(contract: PathContract, parties: PathParties, start: bigint): Promise<PathHandle>;
}
