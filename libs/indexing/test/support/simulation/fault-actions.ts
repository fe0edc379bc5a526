import { createChainFaults } from '@weir/simulation';
import type { Action } from './simulation.types.js';

export const { misbehave, blind, recover, restartChain } = createChainFaults({ delay: [5, 60], blindness: 15 });

export const restart: Action = async (simulation) => {
  simulation.diary.push('restart');
  await simulation.indexer.stop();
  simulation.indexer = await simulation.restart();
};

export const kill: Action = async (simulation) => {
  simulation.diary.push('kill');
  await simulation.indexer.kill();
  simulation.indexer = await simulation.restart();
};
