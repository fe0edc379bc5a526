import { chainControl } from './control/chain-control.js';
import { faultControl } from './control/fault-control.js';
import { ElectrumServer } from './electrum/electrum-server.js';
import type { Limits } from './electrum/services.js';
import { createNode } from './node/node.js';
import type { ChainNode } from './node/node.js';
import { keepChain, readChain, restoreNode } from './persistence.js';

export interface DevnetOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly tcpPort?: number;
  /** Default: any free port. */
  readonly wsPort?: number;
  /** The chain to serve; by default the one kept in `data`, or else a new one. */
  readonly node?: ChainNode;
  /** The relay fee of a chain that is not given as `node`, satoshis for 1,000 bytes; 1,000n by default. */
  readonly relayFee?: bigint | undefined;
  /** Directory that keeps the chain across restarts; by default the chain ends with the process. */
  readonly data?: string | undefined;
  /** By default those of a public server: 345 calls per batch, 75,000 subscriptions. */
  readonly limits?: Partial<Limits>;
}

export interface Devnet {
  readonly node: ChainNode;
  readonly tcpPort: number;
  readonly wsPort: number;
  /** `ws://host:port`, for Electrum clients as well as for `DevnetControl`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** CashAddress prefix of the devnet, which is that of the public test networks. */
export const addressPrefix = 'bchtest';

const publicLimits: Limits = { batch: 345, subscriptions: 75_000 };

const openChain = ({ data, relayFee }: Pick<DevnetOptions, 'data' | 'relayFee'>): ChainNode => {
  const kept = data === undefined ? undefined : readChain(data);
  return kept === undefined ? createNode({ relayFee }) : restoreNode(kept, { relayFee });
};

/**
 * Starts a chain, and an Electrum server for it.
 * @example
 * const devnet = await startDevnet();
 * devnet.node.fund(lockingBytecode, 100_000n);
 * await devnet.stop();
 */
export const startDevnet = async (options: DevnetOptions = {}): Promise<Devnet> => {
  const { data, host = '127.0.0.1', limits, node = openChain(options), tcpPort = 0, wsPort = 0 } = options;
  const endKeeping = data === undefined ? undefined : keepChain(node, data);
  const server = await ElectrumServer.start(node, {
    host,
    tcpPort,
    wsPort,
    limits: { ...publicLimits, ...limits },
    prefix: addressPrefix,
    methods: { ...chainControl, ...faultControl },
  });
  const { address } = server.services;
  return {
    node,
    tcpPort: address.tcpPort,
    wsPort: address.wsPort,
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.wsPort}`,
    stop: async () => {
      await server.stop();
      endKeeping?.();
    },
  };
};
