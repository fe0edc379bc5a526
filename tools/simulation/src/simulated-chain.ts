import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainNode, type Devnet, DevnetControl, type DevnetOptions, startDevnet } from '@weir/devnet';
import type { Chance } from '@weir/testing';

/** One node behind two Electrum servers with independent faults, all of which can be restarted. */
export interface SimulatedChain {
  readonly node: ChainNode;
  readonly urls: readonly string[];
  /** Control connections of the two servers. */
  readonly controls: readonly [DevnetControl, DevnetControl];
  /** The highest tip ever reached: reorganisations go at most ten blocks below it. */
  readonly highest: number;
  /** Every transaction the mempool ever accepted, hex by txid. */
  readonly seen: ReadonlyMap<string, string>;
  /** Restarts node and servers from what they stored on disk, on the same ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly servers: readonly [Devnet, Devnet];
  readonly controls: readonly [DevnetControl, DevnetControl];
}

const start = async (first: DevnetOptions, second: DevnetOptions): Promise<Running> => {
  const one = await startDevnet(first);
  const two = await startDevnet({ ...second, node: one.node });
  return {
    servers: [one, two],
    controls: [await DevnetControl.connect(one.url), await DevnetControl.connect(two.url)],
  };
};

const halt = async ({ servers, controls }: Running): Promise<void> => {
  await Promise.all(controls.map((control) => control.close()));
  await Promise.all(servers.map((server) => server.stop()));
};

const portsOf = ({ tcpPort, wsPort }: Devnet) => ({ tcpPort, wsPort });

/** Starts two servers in front of a node. @param begun the node, until the first restart */
export const startSimulatedChain = async (begun: ChainNode): Promise<SimulatedChain> => {
  const data = await mkdtemp(join(tmpdir(), 'weir-simulation-'));
  let running = await start({ node: begun, data }, {});
  const [one, two] = running.servers;
  let highest = begun.tip.height;
  const seen = new Map<string, string>();
  const follow = (node: ChainNode): void => {
    node.on('block', ({ height }) => (highest = Math.max(highest, height)));
    node.on('transaction', ({ txid, hex }) => seen.set(txid, hex));
  };
  follow(begun);

  return {
    get node() {
      return running.servers[0].node;
    },
    urls: [one.url, two.url],
    get controls() {
      return running.controls;
    },
    get highest() {
      return highest;
    },
    seen,
    async restart() {
      await halt(running);
      running = await start({ data, ...portsOf(one) }, portsOf(two));
      follow(running.servers[0].node);
    },
    async stop() {
      await halt(running);
      await rm(data, { recursive: true });
    },
  };
};

/** The simulation that faults apply to. */
export interface FaultyScene {
  readonly random: Chance;
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
  readonly recover: (scene: FaultyScene) => Promise<void>;
  /** Node and servers go down, and come back with what they kept on disk. */
  readonly restartChain: (scene: FaultyScene) => Promise<void>;
}

/** A server's answer for an unknown transaction. */
const DENIAL = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';

type Fault = readonly [name: string, order: (control: DevnetControl, scene: FaultyScene) => Promise<unknown>];

const faultsOf = ({ delay }: FaultTimes): readonly [Fault, ...Fault[]] => [
  ['delay', (control, { random }) => control.setIndexDelay(random.between(...delay))],
  [
    'lower tip',
    (control, { chain, random }) => control.reportTip(Math.max(1, chain.node.tip.height - random.between(1, 5))),
  ],
  ['no history', (control) => control.hideHistory()],
  ['errors', (control, { random }) => control.failCalls({ count: random.between(1, 6) })],
  [
    'denial',
    (control, { random }) =>
      control.failCalls({ methods: ['blockchain.transaction.get'], count: random.between(1, 10), message: DENIAL }),
  ],
  ['silence', (control) => control.hangCalls({ count: 1 })],
  ['hang up', (control) => control.hangUp()],
];

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
