import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetControl } from '@weir/devnet';
import type { Action, Simulation } from './simulation.types.js';

/** What servers say of a transaction they do not know. */
const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';

type Fault = (control: DevnetControl, simulation: Simulation) => Promise<unknown>;

const FAULTS: Readonly<Record<string, Fault>> = {
  delay: (control, { random }) => control.setIndexDelay(random.integer(10, 150)),
  'lower tip': (control, { chain, random }) => control.reportTip(Math.max(1, chain.node.tip.height - random.integer(1, 5))),
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

/** Both servers hide every history, for a while: no sign of anything. */
export const blind: Action = async ({ chain, diary }) => {
  diary.push('both servers blinded');
  for (const control of chain.controls) await control.hideHistory();
  await sleep(50);
  for (const control of chain.controls) await control.resetFaults();
};

export const recover: Action = async ({ chain, diary }) => {
  diary.push('faults end');
  for (const control of chain.controls) await control.resetFaults();
};

/** Lets the watcher work for a moment. */
export const wait: Action = async ({ random }) => {
  await sleep(random.integer(0, 40));
};

export const restartService: Action = async ({ restartService: restart, diary }) => {
  diary.push('restart the service');
  await restart();
};

export const restartChain: Action = async ({ chain, diary }) => {
  diary.push('restart the chain');
  await chain.restart();
};
