import type { Connection } from '../connection/connection.js';
import type { Confirmed, ConfirmPath, Pending, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import { loadWithWallet } from './load-with-wallet.js';

/**
 * Continues with what was signed and not confirmed, after a reload for example: confirms it, and sends it first where
 * the network does not have it. Doing so twice has the effect of doing it once.
 *
 * @param wallet of the member named by `address`, where the pending record has one
 * @throws WeirError TX_REPLACED, BROADCAST_REJECTED or STATE_MOVED where somebody else was faster: forget the
 *   record, and call the method again
 */
export type Resume = <Path extends ConfirmPath>(
  pending: Pending<Path>,
  wallet?: Wallet,
  options?: Pick<VerbOptions, 'signal' | 'onProgress'>,
) => Promise<Confirmed<Path>>;

/** Creates the resume of a client. What it does is loaded once there is something to resume. */
export const createResume =
  (connection: Connection): Resume =>
  async (pending, wallet = connection.wallet, options = {}) => {
    const { resumePending } = await loadWithWallet();
    return resumePending(connection, pending, wallet, options);
  };
