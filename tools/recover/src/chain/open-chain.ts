import type { Network } from '@weir/covenants';
import {
  type ChainReader,
  ChainUnavailableError,
  createChainReader,
  createElectrumPool,
  defaultElectrumUrls,
  genesisHashOf,
  parseServerUrl,
} from '@weir/infra/electrum';
import { usage } from '../recover-error.js';

/** How long to wait for one of several servers, milliseconds. */
const TIMEOUT_MS = 5_000;

const askOne = async (url: string, network: Network, lockingBytecode: Uint8Array): Promise<string[] | undefined> => {
  const genesisHash = genesisHashOf(network);
  const pool = await createElectrumPool({
    urls: [url],
    timeoutMs: TIMEOUT_MS,
    ...(genesisHash !== undefined && { genesisHash }),
  });
  try {
    return (await createChainReader(pool).history(lockingBytecode)).map(({ txid }) => txid);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined;
    throw error;
  } finally {
    await pool.close();
  }
};

/**
 * Asks each of several servers for the history of a script, so that no single server can hide a contract from its
 * party. Servers that do not answer are left out; a server that is the only one is not asked again.
 *
 * @returns the txids each server shows
 */
const eachHistory = async (
  urls: readonly string[],
  network: Network,
  lockingBytecode: Uint8Array,
): Promise<string[][]> =>
  urls.length < 2
    ? []
    : (await Promise.all(urls.map((url) => askOne(url, network, lockingBytecode)))).filter(
        (txids) => txids !== undefined,
      );

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
