import type { Network } from '@weir/covenants';
import { ChainUnavailableError, createChainReader, createElectrumPool, genesisHashOf } from '@weir/infra/electrum';

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
export const eachHistory = async (
  urls: readonly string[],
  network: Network,
  lockingBytecode: Uint8Array,
): Promise<string[][]> =>
  urls.length < 2
    ? []
    : (await Promise.all(urls.map((url) => askOne(url, network, lockingBytecode)))).filter(
        (txids) => txids !== undefined,
      );
