import type { ChainNode } from '@weir/devnet';
import type { ChainReader } from '@weir/infra/electrum';
import type { Wallet } from '@weir/wallet';

/**
 * What can happen to a stream or payment after its funding. A claim is the recipient's own, a push is complete without
 * anybody's signature, a payment (`pay`) is one whose fee somebody else's coin pays.
 */
export const PATHS = ['claim', 'pay', 'push', 'cancel', 'pause', 'settle', 'resume', 'refund', 'sweep'] as const;
export type Path = (typeof PATHS)[number];

/** A covenant of streams or payments: of its own, or of a plan. */
export interface PathContract {
  readonly schedule: 'VESTING' | 'RECURRING';
  readonly asset: 'BCH' | 'TOKEN';
  readonly plan: boolean;
}

/** One step of a case: time passes, then a path is taken. */
export interface PathStep {
  readonly path: Path;
  /** Seconds that pass first. */
  readonly wait: number;
}

/** A contract's life from its funding on, one path after the other. */
export interface PathCase {
  readonly contract: PathContract;
  readonly name: string;
  readonly steps: readonly PathStep[];
}

/** What everybody who follows a contract must see alike. */
export interface PathView {
  readonly status: 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'COMPLETED';
  /** To the recipient, units of the asset. */
  readonly paid: bigint;
  readonly ended: boolean;
}

/** Who takes part in a case, each with a wallet of their own. */
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
  /** Lets so many seconds pass, so that what is due so much later is due. */
  pass(seconds: number): Promise<void>;
  /** Mines one block, close behind the last. */
  mine(): Promise<void>;
}

/** A contract in the hands of whoever takes its paths: the library alone, the recovery tool, the API. */
export interface PathLife {
  /** Of the contract's address. */
  readonly lockingBytecode: Uint8Array;
  /** Takes a path now, and has it broadcast. */
  take(path: Path): Promise<void>;
  /** What the subject under test shows of it. */
  see(): Promise<PathView>;
}

/** Something that follows contracts, and builds their transactions itself where it can. */
export interface PathSubject extends PathChain {
  /**
   * Opens a contract, and has its funding mined.
   *
   * @param start of the vesting, or an interval before the first period falls due, Unix seconds
   */
  open(contract: PathContract, parties: PathParties, start: bigint): Promise<PathLife>;
}
