import type { Random, SimulatedChain } from '@weir/simulation';
import type { ScriptedWorld } from '../scripted-world.js';
import type { IndexerProcess } from './indexer-process.js';

/** One run: a chain behind two servers, an indexer, and what chance makes of them. */
export interface Simulation {
  readonly random: Random;
  readonly world: ScriptedWorld;
  readonly chain: SimulatedChain;
  indexer: IndexerProcess;
  restart: () => Promise<IndexerProcess>;
  /** What happened, for whoever looks into a failed seed. */
  readonly diary: string[];
}

export type Action = (simulation: Simulation) => Promise<void> | void;
