import { isWeirError, WeirError, type Weir } from '@weir/client';
import type { PendingAction } from './pending.js';

/** A claim's confirmation names its amount, which only its transaction knows: the service's watcher records it by itself. */
const untilRecorded = async (
  weir: Weir,
  { product, id, txHash }: PendingAction,
  signal: AbortSignal,
): Promise<void> => {
  const { events } =
    product === 'stream' ? await weir.streams.at(id).status({ signal }) : await weir.payments.at(id).status({ signal });
  if (!events.some(({ tx_hash }) => tx_hash === txHash))
    throw new WeirError('TX_NOT_FOUND', 'Not recorded yet', { retryable: true });
};

/** Asks the service to record a step that was signed before. */
const confirm = ({ weir, action }: { weir: Weir; action: PendingAction }, signal: AbortSignal): Promise<unknown> => {
  const { product, verb, id, txHash } = action;
  const params = { path: { id } };
  const body = { txHash };
  const { api, ask } = weir;
  // What a vault and a plan began is found in its record, which tells what is left to do.
  if (verb === 'deposit' || verb === 'approve' || verb === 'execute' || product === 'plan') return Promise.resolve();
  if (product === 'stream') {
    if (verb === 'fund')
      return ask((sent) => api.POST('/api/streams/{id}/confirm-funding', { ...sent, params, body }), { signal });
    if (verb === 'claim') return untilRecorded(weir, action, signal);
    return ask((sent) => api.POST('/api/streams/{id}/confirm-cancel', { ...sent, params, body }), { signal });
  }
  if (product === 'payment') {
    if (verb === 'fund')
      return ask((sent) => api.POST('/api/payments/{id}/confirm-funding', { ...sent, params, body }), { signal });
    if (verb === 'claim') return untilRecorded(weir, action, signal);
    const step = `/api/payments/{id}/confirm-${verb}` as const;
    return ask((sent) => api.POST(step, { ...sent, params, body }), { signal });
  }
  if (verb === 'fund')
    return ask((sent) => api.POST('/api/airdrops/{id}/confirm-funding', { ...sent, params, body }), { signal });
  const withHex = { txHash, ...(action.txHex !== undefined && { txHex: action.txHex }) };
  return ask((sent) => api.POST('/api/airdrops/{id}/confirm-claim', { ...sent, params, body: withHex }), { signal });
};

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

/**
 * Brings what was signed before to its end: sends it once more, which does no harm where the network has it, and has it
 * recorded as soon as the network shows it.
 *
 * @returns true once it is recorded; false where it can never be, since something else came first
 * @throws the signal's reason
 */
export const confirmAgain = async (weir: Weir, action: PendingAction, signal: AbortSignal): Promise<boolean> => {
  const { txHex } = action;
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      if (txHex !== undefined)
        await weir
          .ask((sent) => weir.api.POST('/api/transactions/broadcast', { ...sent, body: { txHex } }), { signal })
          // What the network refuses may be on the chain already: the confirmation tells.
          .catch(() => undefined);
      await confirm({ weir, action }, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (isWeirError(error) && !error.retryable && error.code !== 'CONNECTION_FAILED') return false;
    }
    await wait(pause, signal);
    signal.throwIfAborted();
  }
};
