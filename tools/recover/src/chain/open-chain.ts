import type { Network } from '@weir/covenants';
import {
  createChainReader,
  createElectrumPool,
  defaultElectrumUrls,
  genesisHashOf,
  parseServerUrl,
  type ChainReader,
} from '@weir/infra/electrum';
import { usage } from '../recover-error.js';
import { eachHistory } from './each-history.js';

/** What every command works with: a chain to read, and a clock. */
export interface RecoverContext {
  readonly chain: ChainReader;
  readonly network: Network;
  /** The servers that were named, in order of preference; empty for the network's public ones. */
  readonly servers: readonly string[];
  /** The txids each of several servers shows for a script; see `eachHistory`. */
  readonly eachHistory: (lockingBytecode: Uint8Array) => Promise<readonly (readonly string[])[]>;
  /** Unix seconds. */
  readonly now: () => number;
  /** Called with what is being read, since a long history takes its time. */
  readonly onProgress: (what: string) => void;
}

/** An open connection to a chain, and how to close it. */
export interface OpenChain extends Pick<RecoverContext, 'chain' | 'eachHistory'> {
  close(): Promise<void>;
}

const assertUrls = (urls: readonly string[]): void => {
  try {
    for (const url of urls) parseServerUrl(url);
  } catch (error) {
    if (error instanceof RangeError) throw usage(error.message);
    throw error;
  }
};

/**
 * Connects to Electrum servers.
 *
 * @param servers in order of preference; if empty, the network's public ones
 * @throws RecoverError USAGE if the network has no public servers, or a URL is not one of a server
 */
export const openChain = async (network: Network, servers: readonly string[]): Promise<OpenChain> => {
  const urls = servers.length > 0 ? servers : defaultElectrumUrls(network);
  if (urls.length === 0) throw usage(`The network ${network} has no public servers: name one with --server`);
  assertUrls(urls);
  const genesisHash = genesisHashOf(network);
  const pool = await createElectrumPool({ urls, ...(genesisHash !== undefined && { genesisHash }) });
  return {
    chain: createChainReader(pool),
    eachHistory: (lockingBytecode) => eachHistory(urls, network, lockingBytecode),
    close: () => pool.close(),
  };
};
