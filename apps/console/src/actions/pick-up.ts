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

/** What became of something that was signed before: recorded, of no effect since something else came first, or refused. */
export type Outcome = 'recorded' | 'overtaken' | 'refused';

const waitingForWallet = (): WeirError =>
  new WeirError('WALLET_REQUIRED', 'It waits for the wallet that signed it', { retryable: true });

/**
 * Takes up what was signed before until it is through, however long the network or the service is away.
 *
 * @param wallet of a member, where one has to ask
 * @throws the signal's reason
 */
export const pickUp = async (
  { resume }: Pick<Weir, 'resume'>,
  { pending }: PendingAction,
  wallet: Wallet | undefined,
  signal: AbortSignal,
): Promise<Outcome> => {
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      // What members alone may tell waits for a member's wallet.
      if (pending.address !== undefined && wallet === undefined) throw waitingForWallet();
      await resume(pending, wallet, { signal });
      return 'recorded';
    } catch (error) {
      signal.throwIfAborted();
      // What is refused for good is not asked again; what nobody can tell yet is.
      if (isWeirError(error) && error.remedy === 'START_OVER') return 'overtaken';
      if (!isWeirError(error) || !error.retryable) return 'refused';
    }
    await wait(pause, signal);
    signal.throwIfAborted();
  }
};
