import { createNode, DevnetControl, startDevnet, type ChainNode, type Devnet } from '@weir/devnet';
import {
  createChainReader,
  createElectrumPool,
  type ChainReader,
  type ElectrumPool,
} from '../../../src/electrum/index.js';
import type { PoolOptions } from '../../../src/electrum/pool/electrum-pool.js';
import { createParty, type Party } from './party.js';
import { startTamperingProxy, type Tamper, type TamperingProxy } from './tampering-proxy.js';

export interface Server {
  readonly devnet: Devnet;
  readonly control: DevnetControl;
  /** Over WebSocket. */
  readonly url: string;
}

export interface Client {
  readonly pool: ElectrumPool;
  readonly reader: ChainReader;
}

/** One chain, several Electrum servers over it, and clients of them. */
export interface Net {
  readonly node: ChainNode;
  readonly servers: readonly Server[];
  /** Over WebSocket, of the server with an index. */
  urlOf(index: number): string;
  party(name?: string): Party;
  /** A client of these servers; all, in order, by default. */
  connect(urls?: readonly string[], options?: Omit<PoolOptions, 'urls'>): Promise<Client>;
  /** A server before the first one that changes answers. */
  proxy(tamper?: Tamper): Promise<TamperingProxy>;
  /** Ends clients, proxies and faults. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export const TIMEOUT_MS = 3_000;

const startServer = async (node: ChainNode): Promise<Server> => {
  const devnet = await startDevnet({ node });
  return { devnet, control: await DevnetControl.connect(devnet.url), url: devnet.url };
};

const startNet = async (serverCount: number): Promise<Net> => {
  const node = createNode();
  const servers = await Promise.all(Array.from({ length: serverCount }, () => startServer(node)));
  const cleanups: (() => Promise<unknown>)[] = [];
  let parties = 0;
  return {
    node,
    servers,
    urlOf: (index) => servers[index]?.url ?? '',
    party: (name = `party ${(parties += 1)}`) => createParty(node, name),
    async connect(urls = servers.map(({ url }) => url), options = {}) {
      const pool = await createElectrumPool({
        urls,
        timeoutMs: TIMEOUT_MS,
        reconnectMs: 20,
        suspendedMs: 1_000,
        ...options,
      });
      cleanups.push(() => pool.close());
      return { pool, reader: createChainReader(pool) };
    },
    async proxy(tamper) {
      const proxy = await startTamperingProxy(servers[0]?.devnet.tcpPort ?? 0, tamper);
      cleanups.push(() => proxy.close());
      return proxy;
    },
    async reset() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      await Promise.all(servers.map(({ control }) => control.resetFaults()));
    },
    async stop() {
      for (const { control, devnet } of servers) {
        await control.close();
        await devnet.stop();
      }
    },
  };
};

/** A net that starts before the tests of a file and stops after them, and is reset after each; filled before the first one. */
export const useNet = (serverCount: number): Net => {
  const net = {} as Net;
  beforeAll(async () => void Object.assign(net, await startNet(serverCount)));
  afterEach(() => net.reset());
  afterAll(() => net.stop());
  return net;
};
