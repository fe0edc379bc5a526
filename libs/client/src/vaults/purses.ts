import type { Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { createMemberAsk } from '../steps/wallet-of.js';
import type { PurseHandle, Purses } from '../types/vaults.types.js';
import { createReaderAsk } from './vault-handle.js';

/** Creates the purses' part of a client. What signs is loaded with the first signature. */
export const createPurses = (connection: Connection): Purses => {
  const { api } = connection;
  const read = createReaderAsk(connection);
  const at = (id: string): PurseHandle => ({
    id,
    get: (wallet, options) =>
      read(wallet, options, (sent) => api.GET('/api/purses/{id}', { ...sent, params: { path: { id } } })),
    pay: async (payment, wallet, options) =>
      (await loadWithWallet()).payFromPurse(connection, id, payment, wallet, options),
    sendHome: async (wallet, options) => (await loadWithWallet()).sendPurseHome(connection, id, wallet, options),
  });
  return {
    at,
    of: async (id, wallet, options) =>
      (await read(wallet, options, (sent) => api.GET('/api/vaults/{id}/purses', { ...sent, params: { path: { id } } })))
        .purses,
    spendable: async (wallet, options) =>
      (await createMemberAsk(connection)(wallet, options, (sent) => api.GET('/api/purses', sent))).purses,
  };
};
