import type { Connection } from '../connection/connection.js';
import { actOn } from '../steps/act.js';
import { asMember } from './as-member.js';
import type { ProposalHandle, Proposals } from './vaults.types.js';

/** Creates the handle of a proposal. */
export const createProposalHandle = (connection: Connection, id: string): ProposalHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  return {
    id,
    async get(wallet, { signal } = {}) {
      const member = await asMember(connection, wallet, signal);
      return ask((sent) => api.GET('/api/proposals/{id}', { ...sent, params }), member);
    },
    async approve(given, options = {}) {
      const member = await asMember(connection, given, options.signal);
      return actOn(
        connection,
        {
          wallet: member.wallet,
          build: () => ask((sent) => api.POST('/api/proposals/{id}/approve', { ...sent, params, body: {} }), member),
          // One signature spends nothing: it is collected, not sent.
          isSentByConfirm: true,
          ...{ path: '/api/proposals/{id}/signatures', id, address: member.address },
          confirmBody: ({ signedTransaction }) => ({ signedTransaction }),
        },
        options,
      );
    },
    async reject(wallet, { signal } = {}) {
      const member = await asMember(connection, wallet, signal);
      return ask((sent) => api.POST('/api/proposals/{id}/reject', { ...sent, params, body: {} }), member);
    },
    async execute(given, options = {}) {
      const { wallet, address } = await asMember(connection, given, options.signal);
      return actOn(
        connection,
        {
          ...{ wallet, path: '/api/proposals/{id}/confirm-execute', id, address },
          isRebuildable: false,
          async build() {
            const { txHex } = await ask(
              (sent) => api.POST('/api/proposals/{id}/execute', { ...sent, params, body: {} }),
              {
                ...{ wallet, address, signal: options.signal },
              },
            );
            // Two signers have signed it.
            return { wcTransaction: null, signatureRequired: false, txHex };
          },
        },
        options,
      );
    },
  };
};

/** Creates the proposals' part of a client. */
export const createProposals = (connection: Connection): Proposals => ({
  at: (id) => createProposalHandle(connection, id),
});
