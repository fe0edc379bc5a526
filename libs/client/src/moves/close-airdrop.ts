import type { AskOptions, Connection } from '../connection/connection.js';
import { signMessage } from '../connection/sign-message.js';
import { isWeirError } from '../shared/error.js';
import { wait } from '../shared/wait.js';
import { loadChecks } from '../signing/load-checks.js';
import { walletOf } from '../steps/wallet-of.js';
import type { AirdropHandle } from '../types/airdrops.types.js';
import type { Wallet } from '../wallet.js';

const ATTEMPTS = 5;
const PAUSE_MS = 500;

/**
 * Creates the close of a campaign: one signed message closes all lanes in their present state; it is sent again where claims
 * moved some of them meanwhile.
 */
export const createAirdropClose =
  (
    connection: Connection,
    id: string,
    asCreator: (wallet: Wallet, signal?: AbortSignal) => Promise<AskOptions>,
  ): AirdropHandle['close'] =>
  async (given, { signal, onProgress, onReview = connection.onReview } = {}) => {
    const { api, ask } = connection;
    const wallet = walletOf(connection, given);
    const params = { path: { id } };
    onProgress?.({ step: 'building', attempt: 1 });
    const creator = await asCreator(wallet, signal);
    const { message } = await ask(
      (sent) => api.POST('/api/airdrops/{id}/cancel', { ...sent, params, body: {} }),
      creator,
    );
    onProgress?.({ step: 'signing', attempt: 1 });
    const { checkClosing } = await loadChecks();
    await checkClosing(connection, { id, wallet }, message, onReview);
    const signature = await signMessage(wallet, message, 'closes the campaign');
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        const closed = await ask(
          (sent) => api.POST('/api/airdrops/{id}/close', { ...sent, params, body: { signature } }),
          creator,
        );
        const [txHash] = closed.txHashes;
        if (txHash !== undefined) onProgress?.({ step: 'done', txHash });
        return closed;
      } catch (error) {
        if (!isWeirError(error, 'STATE_MOVED') || attempt === ATTEMPTS) throw error;
        onProgress?.({ step: 'rebuilding', reason: 'STATE_MOVED' });
        await wait(PAUSE_MS * attempt, signal);
      }
    }
  };
