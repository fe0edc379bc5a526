import type { ChainNode, Devnet, DevnetControl } from '@weir/devnet';
import type { ScriptedWorld } from '../scripted-world.js';
import type { IndexerProcess } from './indexer-process.js';
import type { Random } from './random.js';

/** One run: a chain behind two servers, an indexer, and what chance makes of them. */
export interface Simulation {
  readonly random: Random;
  readonly world: ScriptedWorld;
  readonly node: ChainNode;
  readonly servers: readonly Devnet[];
  readonly controls: readonly DevnetControl[];
  /** The highest tip there ever was: reorganisations go no deeper than ten blocks below it. */
  highest: number;
  indexer: IndexerProcess;
  restart: () => Promise<IndexerProcess>;
  /** What happened, for whoever looks into a failed seed. */
  readonly diary: string[];
}

export type Action = (simulation: Simulation) => Promise<void> | void;
