import { isWeirError, WeirError, type Wallet, type Weir } from '@weir/client';
import type { PendingAction } from './pending.js';

const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Outcome of a resumed action: recorded, void because another transaction came first, or refused. */
export type Outcome = 'recorded' | 'overtaken' | 'refused';

const waitingForWallet = (): WeirError =>
  new WeirError('WALLET_REQUIRED', 'It waits for the wallet that signed it', { retryable: true });

/**
 * Retries a signed action until it completes, however long the network or the service is unavailable.
 *
 * @param wallet a member's wallet, where the record is private
 * @throws the signal's reason
 */
export const resumeAction = async (
  { resume }: Pick<Weir, 'resume'>,
  { pending }: PendingAction,
  wallet: Wallet | undefined,
  signal: AbortSignal,
): Promise<Outcome> => {
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      // Actions on private records wait for a member's wallet.
      if (pending.address !== undefined && wallet === undefined) throw waitingForWallet();
      await resume(pending, wallet, { signal });
      return 'recorded';
    } catch (error) {
      signal.throwIfAborted();
      // A final refusal is not retried; anything uncertain is.
      if (isWeirError(error) && error.remedy === 'START_OVER') return 'overtaken';
      if (!isWeirError(error) || !error.retryable) return 'refused';
    }
    await wait(pause, signal);
    signal.throwIfAborted();
  }
};
