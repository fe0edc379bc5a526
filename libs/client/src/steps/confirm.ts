import type { Connection } from '../connection/connection.js';
import { isWeirError } from '../shared/error.js';
import { wait } from '../shared/wait.js';
import type { Wallet } from '../wallet.js';
import { confirmOnce, type Confirmed, type ConfirmPath, type Pending } from './pending.js';
import type { VerbOptions } from './progress.js';

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Servers notice their node's mempool seconds late; what is not there after a minute was not sent. */
const NOT_FOUND_LIMIT_MS = 60_000;

/**
 * Requests a confirmation until the network shows the transaction, and as deep as the service demands.
 *
 * @throws WeirError TX_NOT_FOUND after a minute, any other at once; or the signal's reason
 */
export const confirmPending = async <Path extends ConfirmPath>(
  connection: Connection,
  pending: Pending<Path>,
  { wallet, signal, onProgress }: VerbOptions & { readonly wallet?: Wallet | undefined },
): Promise<Confirmed<Path>> => {
  const { txHash } = pending;
  onProgress?.({ step: 'confirming', txHash, pending });
  const end = Date.now() + NOT_FOUND_LIMIT_MS;
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    try {
      const done = await confirmOnce(connection, pending, { wallet, signal });
      onProgress?.({ step: 'done', txHash });
      return done;
    } catch (error) {
      const isEarly = isWeirError(error, 'TX_UNCONFIRMED', 'TX_NOT_FOUND');
      if (!isEarly || (error.code === 'TX_NOT_FOUND' && Date.now() > end)) throw error;
      onProgress?.({ step: 'waiting', txHash, reason: error.code });
      await wait(pause, signal);
    }
  }
};
