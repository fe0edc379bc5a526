import type { Connection } from '../connection/connection.js';
import type { Act, Buildable } from '../steps/act.types.js';
import type { Confirmed, ConfirmPath, VerbOptions } from '../types/verbs.types.js';
import { loadWithWallet } from './load-with-wallet.js';

/**
 * Does everything from request to confirmed record: prepares, builds, signs, sends and confirms. It waits while the
 * network does not show the transaction, starts over where somebody else moved the state meanwhile, and continues
 * where an earlier call ended.
 *
 * @throws WeirError, or the signal's reason
 */
export const actOn = async <Built extends Buildable, Path extends ConfirmPath>(
  connection: Connection,
  act: Act<Built, Path>,
  options: VerbOptions,
): Promise<Confirmed<Path>> => (await loadWithWallet()).perform(connection, act, options);
