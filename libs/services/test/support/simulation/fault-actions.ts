import { setTimeout as sleep } from 'node:timers/promises';
import { createChainFaults } from '@weir/simulation';
import type { Action } from './simulation.types.js';

export const { misbehave, blind, recover, restartChain } = createChainFaults({ delay: [10, 150], blindness: 50 });

/** Lets the watcher work for a moment. */
export const wait: Action = async ({ random }) => {
  await sleep(random.between(0, 40));
};

export const restartService: Action = async ({ restartService: restart, diary }) => {
  diary.push('restart the service');
  await restart();
};
