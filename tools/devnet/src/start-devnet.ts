import { chainControl } from './control/chain-control.js';
import { faultControl } from './control/fault-control.js';
import { ElectrumServer } from './electrum/electrum-server.js';
import type { Limits } from './electrum/services.js';
import type { ChainNode } from './node/node.types.js';
import { createNode } from './node/index.js';

export interface DevnetOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly tcpPort?: number;
  /** Default: any free port. */
  readonly wsPort?: number;
  /** The chain to serve; default a new one. */
  readonly node?: ChainNode;
  /** Default: those of a public server, 345 calls a batch and 75,000 subscriptions. */
  readonly limits?: Partial<Limits>;
}

export interface Devnet {
  readonly node: ChainNode;
  readonly tcpPort: number;
  readonly wsPort: number;
  /** `ws://host:port`, for Electrum clients and `DevnetControl` alike. */
  readonly url: string;
  stop(): Promise<void>;
}

/** CashAddress prefix of the devnet: that of the public test networks. */
export const addressPrefix = 'bchtest';

const publicLimits: Limits = { batch: 345, subscriptions: 75_000 };

/**
 * Starts a chain and an Electrum server over it.
 * @example
 * const devnet = await startDevnet();
 * devnet.node.fund(lockingBytecode, 100_000n);
 * await devnet.stop();
 */
export const startDevnet = async (options: DevnetOptions = {}): Promise<Devnet> => {
  const { host = '127.0.0.1', limits, node = createNode(), tcpPort = 0, wsPort = 0 } = options;
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
    url: `ws://${host}:${address.wsPort}`,
    stop: () => server.stop(),
  };
};
