import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetControl } from '@weir/devnet';
import type { Random } from './random.js';
import type { SimulatedChain } from './simulated-chain.js';

/** The simulation that faults apply to. */
export interface FaultyScene {
  readonly random: Random;
  readonly chain: SimulatedChain;
  /** What happened, to investigate a failed seed. */
  readonly diary: string[];
}

/** How long faults last, milliseconds. */
export interface FaultTimes {
  /** Range of a server's index delay. */
  readonly delay: readonly [least: number, most: number];
  /** How long both servers hide every history. */
  readonly blindness: number;
}

/** Random misbehaviour of the servers. */
export interface ChainFaults {
  /** One server misbehaves from now on. */
  readonly misbehave: (scene: FaultyScene) => Promise<void>;
  /** Both servers hide every history for a while, which must not count as evidence of anything. */
  readonly blind: (scene: FaultyScene) => Promise<void>;
  /** All faults end. */
  readonly recover: (scene: FaultyScene) => Promise<void>;
  /** Node and servers go down, and come back with what they kept on disk. */
  readonly restartChain: (scene: FaultyScene) => Promise<void>;
}

/** A server's answer for an unknown transaction. */
const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';

type Fault = readonly [name: string, order: (control: DevnetControl, scene: FaultyScene) => Promise<unknown>];

const faultsOf = ({ delay }: FaultTimes): readonly [Fault, ...Fault[]] => [
  ['delay', (control, { random }) => control.setIndexDelay(random.integer(...delay))],
  [
    'lower tip',
    (control, { chain, random }) => control.reportTip(Math.max(1, chain.node.tip.height - random.integer(1, 5))),
  ],
  ['no history', (control) => control.hideHistory()],
  ['errors', (control, { random }) => control.failCalls({ count: random.integer(1, 6) })],
  [
    'denial',
    (control, { random }) =>
      control.failCalls({ methods: ['blockchain.transaction.get'], count: random.integer(1, 10), message: DENIAL }),
  ],
  ['silence', (control) => control.hangCalls({ count: 1 })],
  ['hang up', (control) => control.hangUp()],
];

/** Creates the faults of a simulation. */
export const createChainFaults = (times: FaultTimes): ChainFaults => {
  const faults = faultsOf(times);
  return {
    async misbehave(scene) {
      const { random, chain, diary } = scene;
      const control = random.pick(chain.controls);
      const [name, order] = random.pick(faults);
      diary.push(`fault: ${name}`);
      await order(control, scene);
    },
    async blind({ chain, diary }) {
      diary.push('both servers blinded');
      for (const control of chain.controls) await control.hideHistory();
      await sleep(times.blindness);
      for (const control of chain.controls) await control.resetFaults();
    },
    async recover({ chain, diary }) {
      diary.push('faults end');
      for (const control of chain.controls) await control.resetFaults();
    },
    async restartChain({ chain, diary }) {
      diary.push('restart the chain');
      await chain.restart();
    },
  };
};
