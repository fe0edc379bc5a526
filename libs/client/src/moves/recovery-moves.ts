import type { Connection } from '../connection/connection.js';
import { perform } from '../steps/perform.js';
import { memberOf } from '../steps/wallet-of.js';
import type { VaultHandle } from '../types/vaults.types.js';

/** Calls or stops the recovery of a roster: see {@link VaultHandle}. @param id of the vault */
export const stepRecovery = async (
  connection: Connection,
  id: string,
  step: 'call' | 'veto',
  ...[given, options = {}]: Parameters<VaultHandle['vetoRecovery']>
) => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const member = await memberOf(connection, given, options.signal);
  return perform(
    connection,
    {
      wallet: member.wallet,
      build: (query) =>
        ask(
          (sent) =>
            step === 'call'
              ? api.POST('/api/vaults/{id}/recovery/call', { ...sent, params: { ...params, query }, body: {} })
              : api.POST('/api/vaults/{id}/recovery/veto', { ...sent, params: { ...params, query }, body: {} }),
          member,
        ),
      path: '/api/vaults/{id}/recovery/confirm',
      id,
      address: member.address,
      // The guardian needs a coin at the address of the same key to end what was called.
      isSenders: true,
      recovery: step === 'call' ? 'CALL' : 'VETO',
    },
    options,
  );
};
