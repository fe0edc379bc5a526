import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetControl } from '@weir/devnet';
import type { Action, Simulation } from './simulation.types.js';

/** What servers say of a transaction they do not know. */
const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';

type Fault = (control: DevnetControl, simulation: Simulation) => Promise<unknown>;

const FAULTS: Readonly<Record<string, Fault>> = {
  delay: (control, { random }) => control.setIndexDelay(random.integer(5, 60)),
  'lower tip': (control, { chain: { node }, random }) => control.reportTip(Math.max(1, node.tip.height - random.integer(1, 5))),
  'no history': (control) => control.hideHistory(),
  errors: (control, { random }) => control.failCalls({ count: random.integer(1, 6) }),
  denial: (control, { random }) => control.failCalls({ methods: ['blockchain.transaction.get'], count: random.integer(1, 10), message: DENIAL }),
  silence: (control) => control.hangCalls({ count: 1 }),
  'hang up': (control) => control.hangUp(),
};

/** One server misbehaves from now on. */
export const misbehave: Action = async (simulation) => {
  const control = simulation.random.pick(simulation.chain.controls);
  const fault = simulation.random.pick(Object.entries(FAULTS));
  if (control === undefined || fault === undefined) return;
  simulation.diary.push(`fault: ${fault[0]}`);
  await fault[1](control, simulation);
};

/** Both servers hide every history, for a moment: no sign of anything. */
export const blind: Action = async ({ chain: { controls }, diary }) => {
  diary.push('both servers blinded');
  for (const control of controls) await control.hideHistory();
  await sleep(15);
  for (const control of controls) await control.resetFaults();
};

export const recover: Action = async ({ chain: { controls }, diary }) => {
  diary.push('faults end');
  for (const control of controls) await control.resetFaults();
};

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

/** Node and servers go down, and come back with what they kept on disk. */
export const restartChain: Action = async ({ chain, diary }) => {
  diary.push('restart the chain');
  await chain.restart();
};
