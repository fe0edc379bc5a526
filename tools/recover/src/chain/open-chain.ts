import type { Network } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  ChainUnavailableError,
  createChainReader,
  createElectrumPool,
  defaultElectrumUrls,
  genesisHashOf,
  HistoryHiddenError,
  parseServerUrl,
  scriptHashOf,
  steadily,
  TransactionNotFoundError,
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

/** What every command works with. The time is the chain's: `usableLocktime` of its tip. */
export interface RecoverContext {
  readonly chain: ChainReader;
  readonly network: Network;
  /** The servers that were named, in order of preference; empty for the network's public ones. */
  readonly servers: readonly string[];
  /** The txids each of several servers shows for a script; see `eachHistory`. */
  readonly eachHistory: (lockingBytecode: Uint8Array) => Promise<readonly (readonly string[])[]>;
  /** Called with what is being read, since a long history takes its time. */
  readonly onProgress: (what: string) => void;
}

interface OpenChain extends Pick<RecoverContext, 'chain' | 'eachHistory'> {
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

/** Transactions read at once: together with their heights, one batch that public servers accept. */
const AT_ONCE = 172;

/** Reads transactions; checks their hashes, and the inclusion proofs of mined ones. */
export const readAll = async (
  txids: readonly string[],
  what: string,
  { chain, onProgress }: RecoverContext,
): Promise<ChainTransaction[]> => {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += AT_ONCE) {
    if (from > 0) onProgress(`${what}: ${from} of ${txids.length} transactions read`);
    found.push(...(await chain.transactions(txids.slice(from, from + AT_ONCE))));
  }
  return found;
};

/**
 * Reads all transactions that pay to a script or spend from it: mined ones in their order, then those of the mempool.
 *
 * @param what name of the script in progress messages
 * @param holding txids that must be part of the history
 * @throws HistoryHiddenError if the servers do not show all of `holding`
 * @throws ChainUnavailableError
 */
export const readScript = (
  lockingBytecode: Uint8Array,
  what: string,
  holding: readonly string[],
  context: RecoverContext,
): Promise<ChainTransaction[]> =>
  steadily(async () => {
    const txids = (await context.chain.history(lockingBytecode, holding)).map(({ txid }) => txid);
    const listed = new Set(txids);
    if (holding.some((txid) => !listed.has(txid))) throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
    return readAll(txids, what, context);
  });

/** How many named transactions may be unknown to every server before the history counts as forged. */
const MAX_UNKNOWN = 100;

/**
 * Reads those of the given transactions that any server knows.
 *
 * @throws ChainUnavailableError if too many are unknown
 */
export const readKnown = async (
  txids: readonly string[],
  what: string,
  context: RecoverContext,
): Promise<ChainTransaction[]> => {
  const unknown = new Set<string>();
  for (;;) {
    try {
      return await readAll(
        txids.filter((txid) => !unknown.has(txid)),
        what,
        context,
      );
    } catch (error) {
      if (!(error instanceof TransactionNotFoundError)) throw error;
      unknown.add(error.txid);
      if (unknown.size > MAX_UNKNOWN)
        throw new ChainUnavailableError(
          'A server names many transactions that no server has: name others with --server',
          undefined,
          { cause: error },
        );
    }
  }
};
