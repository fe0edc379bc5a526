import type { AskOptions, Connection } from '../connection/connection.js';
import { walletOf } from '../steps/wallet-of.js';
import type { AirdropHandle } from '../types/airdrops.types.js';
import type { Wallet } from '../wallet.js';

/**
 * Creates the replacement of addresses of a campaign's list. What was requested of the list changes with it, so that a funding of
 * any other list is refused.
 */
export const createAddressReplacement =
  (
    connection: Connection,
    id: string,
    asCreator: (wallet: Wallet, signal?: AbortSignal) => Promise<AskOptions>,
  ): AirdropHandle['replaceAddresses'] =>
  async (replacements, given, { signal } = {}) => {
    const { api, ask, requested } = connection;
    const creator = await asCreator(walletOf(connection, given), signal);
    const body = { replacements: replacements.map(({ from, to }) => ({ from, to })) };
    const answer = await ask(
      (sent) => api.POST('/api/airdrops/{id}/replace-addresses', { ...sent, params: { path: { id } }, body }),
      { ...creator, isProven: true },
    );
    const own = requested.get(id);
    if (own?.list !== undefined) {
      const before = own.replaced?.in === own.list ? own.replaced.pairs : [];
      own.replaced = { in: own.list, pairs: [...before, ...body.replacements] };
    }
    return answer;
  };
