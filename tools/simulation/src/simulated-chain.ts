import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevnetControl, startDevnet, type ChainNode, type Devnet, type DevnetOptions } from '@weir/devnet';

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
