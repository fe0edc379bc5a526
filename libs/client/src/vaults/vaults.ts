import type { Connection } from '../connection/connection.js';
import { toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { asMember } from './as-member.js';
import { createVaultHandle } from './vault-handle.js';
import type { Vaults } from './vaults.types.js';

/** Creates the vaults' part of a client. */
export const createVaults = (connection: Connection): Vaults => {
  const { api, ask } = connection;
  const page: Vaults['page'] = async (query = {}, wallet, { signal } = {}) =>
    ask((sent) => api.GET('/api/vaults', { ...sent, params: { query } }), await asMember(connection, wallet, signal));
  return {
    async create(terms, wallet, { signal } = {}) {
      const creator = await asMember(connection, wallet, signal);
      const body = toBody<BodyOf<'createVault'>>(terms, 'BCH');
      const vault = await ask((sent) => api.POST('/api/vaults', { ...sent, body }), {
        ...creator,
        isRepeatable: false,
      });
      return { ...createVaultHandle(connection, vault.id), record: vault };
    },
    at: (id) => createVaultHandle(connection, id),
    page,
    list: (wallet) =>
      allRows(
        (cursor) => page({ limit: PAGE, cursor }, wallet),
        ({ all }) => all,
      ),
  };
};
