import type { Connection } from '../connection/connection.js';
import { isWeirError, WeirError } from '../shared/error.js';
import { wait } from '../shared/wait.js';
import { loadChecks } from '../signing/load-checks.js';
import { SIGNATURES } from '../signing/signed-proposals.js';
import type { Confirmed, ConfirmPath, Pending, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import { confirmOnce } from './confirm-once.js';

/** Sends a transaction through the service. One that the network has already is a success. */
export const relay = (
  { api, ask }: Connection,
  txHex: string,
  signal?: AbortSignal,
): Promise<{ readonly txid: string }> =>
  ask((sent) => api.POST('/api/transactions/broadcast', { ...sent, body: { txHex } }), { signal });

/** Whether a refusal means that somebody else was faster. */
export const isOvertaken = (
  error: unknown,
): error is WeirError & {
  readonly code: 'STATE_MOVED' | 'BROADCAST_REJECTED' | 'TX_REPLACED' | 'PROPOSAL_STALE';
} => isWeirError(error, 'STATE_MOVED', 'BROADCAST_REJECTED', 'TX_REPLACED', 'PROPOSAL_STALE');

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Servers notice their node's mempool seconds late; what is not there after a minute was not sent. */
const NOT_FOUND_LIMIT_MS = 60_000;

/**
 * Returns what to throw where a confirmation fails. A proposal that is void once it was signed may be mined all the same: two
 * signatures are enough, and who has them can send them. The next one has other inputs, and would pay a second time.
 */
const failureOf = async ({ path, body: { signedTransaction } }: Pending, error: unknown): Promise<unknown> => {
  if (path !== SIGNATURES || !isOvertaken(error) || typeof signedTransaction !== 'string') return error;
  const { vaultCoinOf } = await loadChecks();
  return new WeirError(
    'PROPOSAL_MAY_BE_PAID',
    `The service says that the proposal which you signed is void, but it may have been sent and mined. Look up in a block explorer which transaction spent the vault's coin ${vaultCoinOf(signedTransaction)}. If it does what the proposal says, the proposal is done: do not approve it again. Only if another transaction spent the coin, approve the proposal again`,
    { cause: error },
  );
};

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
      if (!isEarly || (error.code === 'TX_NOT_FOUND' && Date.now() > end)) throw await failureOf(pending, error);
      onProgress?.({ step: 'waiting', txHash, reason: error.code });
      await wait(pause, signal);
    }
  }
};

/** Paths that a stored record may name, all that record what was signed: anything else in a page's storage is sent nowhere. */
const CONFIRMS: Readonly<Record<ConfirmPath, true>> = {
  '/api/streams/{id}/confirm-funding': true,
  '/api/streams/{id}/confirm-claim': true,
  '/api/streams/{id}/confirm-cancel': true,
  '/api/payments/{id}/confirm-funding': true,
  '/api/payments/{id}/confirm-claim': true,
  '/api/payments/{id}/confirm-pause': true,
  '/api/payments/{id}/confirm-resume': true,
  '/api/payments/{id}/confirm-cancel': true,
  '/api/currency-payments/{id}/confirm-funding': true,
  '/api/currency-payments/{id}/confirm': true,
  '/api/currency-payments/{id}/confirm-take': true,
  '/api/plans/{id}/confirm-funding': true,
  '/api/plans/{id}/confirm-pause': true,
  '/api/plans/{id}/confirm-resume': true,
  '/api/plans/{id}/confirm-cancel': true,
  '/api/airdrops/{id}/confirm-funding': true,
  '/api/airdrops/{id}/confirm-claim': true,
  '/api/airdrops/{id}/confirm-cancel': true,
  '/api/moves/confirm': true,
  '/api/moves/undo/confirm': true,
  '/api/moves/finish/confirm': true,
  '/api/vaults/{id}/update-balance': true,
  '/api/vaults/{id}/recovery/confirm': true,
  '/api/proposals/{id}/confirm-execute': true,
  '/api/proposals/{id}/signatures': true,
  '/api/purses/{id}/confirm-payment': true,
  '/api/purses/{id}/confirm-home': true,
};

const assertPending = ({ version, path, id, txHash }: { readonly [Key in keyof Pending]?: unknown }): void => {
  const isNamed = typeof path === 'string' && Object.hasOwn(CONFIRMS, path) && typeof id === 'string';
  if (version === 1 && isNamed && typeof txHash === 'string') return;
  throw new WeirError('PENDING_UNUSABLE', 'Stored by another version of the client: start again');
};

/**
 * Whether a failed confirmation means that the network does not have the transaction, rather than not deep enough
 * yet.
 *
 * @throws any other error
 */
const isAway = (error: unknown): boolean => {
  if (!isWeirError(error, 'TX_NOT_FOUND', 'TX_UNCONFIRMED')) throw error;
  return error.code === 'TX_NOT_FOUND';
};

/** Does what `Resume` says, whose creator loads it. */
export const resumePending = async <Path extends ConfirmPath>(
  connection: Connection,
  pending: Pending<Path>,
  wallet: Wallet | undefined,
  options: Pick<VerbOptions, 'signal' | 'onProgress'>,
): Promise<Confirmed<Path>> => {
  assertPending(pending);
  const { txHash, txHex, body } = pending;
  if (txHex === null) return confirmPending(connection, pending, { ...options, wallet });
  try {
    return await confirmOnce(connection, pending, { wallet, signal: options.signal });
  } catch (error) {
    if (!isAway(error)) return confirmPending(connection, pending, { ...options, wallet });
  }
  options.onProgress?.({ step: 'sending', pending });
  const { txid } = await relay(connection, txHex, options.signal);
  // Some wallets return a hash of their own making.
  const fields = Object.entries(body).map(([key, value]) => [key, value === txHash ? txid : value] as const);
  return confirmPending(
    connection,
    { ...pending, txHash: txid, body: Object.fromEntries(fields) },
    { ...options, wallet },
  );
};
