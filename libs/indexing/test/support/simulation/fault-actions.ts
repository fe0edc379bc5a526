import { createChainFaults } from '@weir/simulation';
import { reorganise, rest, winAgain } from './chain-actions.js';
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

/** Lets a branch lose, the indexer write its replacement and perhaps restart, and the branch win again. */
export const thereAndBack: Action = async (simulation) => {
  await rest(simulation);
  await reorganise(simulation);
  await rest(simulation);
  const between = simulation.random.weighted<Action>([
    [3, () => undefined],
    [1, restart],
    [1, kill],
  ]);
  await between(simulation);
  await winAgain(simulation);
};
