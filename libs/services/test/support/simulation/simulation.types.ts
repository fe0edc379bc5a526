import type { SimulatedChain } from '@weir/simulation';
import type { Chance } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import type { ServiceFixture } from './service-fixture.js';

/** A stream as its users know it. */
export interface SimulatedStream {
  readonly id: string;
  readonly sender: Wallet;
  readonly recipient: Wallet;
  /** The signed funding, hex and hash, sent or not. */
  readonly funding: Signed;
  /** Whether the API ever accepted the funding: from then on it follows it. */
  isConfirmed: boolean;
  /** Signed transactions that spend a state of it, sent or not: each may turn up in a block. */
  readonly signed: Signed[];
}

export interface Signed {
  readonly hex: string;
  readonly hash: string;
  /** What a claim pays, as its client confirms it. */
  readonly claims?: string;
}

export interface Simulation {
  readonly random: Chance;
  readonly chain: SimulatedChain;
  /** Another one after each restart. */
  service: ServiceFixture;
  readonly restartService: () => Promise<void>;
  readonly senders: readonly Wallet[];
  /** Categories of the senders' tokens. */
  readonly categories: ReadonlyMap<Wallet, string>;
  readonly recipients: readonly Wallet[];
  readonly streams: SimulatedStream[];
  /** What happened, for anybody who looks into a failed seed. */
  readonly diary: string[];
}

export type Action = (simulation: Simulation) => Promise<void> | void;
