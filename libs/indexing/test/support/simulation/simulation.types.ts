import type { SimulatedChain } from '@weir/simulation';
import type { Chance } from '@weir/testing';
import type { ScriptedFixture } from '../scripted-fixture.js';
import type { IndexerProcess } from './indexer-process.js';

export interface LostBranch {
  /** Hash of its last block. */
  readonly hash: string;
  /** Height of the highest block that it shares with what replaced it, and with all that replaced that. */
  readonly root: number;
}

/** One run: a chain behind two servers, an indexer, and what chance makes of them. */
export interface Simulation {
  readonly random: Chance;
  readonly fixture: ScriptedFixture;
  readonly chain: SimulatedChain;
  indexer: IndexerProcess;
  restart: () => Promise<IndexerProcess>;
  /** Branches that may win again, the latest last. */
  lost: readonly LostBranch[];
  /** What happened, to investigate a failed seed. */
  readonly diary: string[];
}

export type Action = (simulation: Simulation) => Promise<void> | void;
