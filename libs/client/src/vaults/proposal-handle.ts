import type { Connection } from '../connection/connection.js';
import { actOn, relay } from '../steps/act.js';
import { confirmPatiently } from '../steps/confirm.js';
import { asMember } from './as-member.js';
import type { ProposalHandle, Proposals } from './vaults.types.js';

export const createProposalHandle = (connection: Connection, id: string): ProposalHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  return {
    id,
    async status(wallet, { signal } = {}) {
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
          confirm: ({ signedTransaction }) =>
            ask(
              (sent) => api.POST('/api/proposals/{id}/signatures', { ...sent, params, body: { signedTransaction } }),
              member,
            ),
        },
        options,
      );
    },
    async reject(wallet, { signal } = {}) {
      const member = await asMember(connection, wallet, signal);
      return ask((sent) => api.POST('/api/proposals/{id}/reject', { ...sent, params, body: {} }), member);
    },
    async execute(wallet, options = {}) {
      const { signal, onProgress } = options;
      const member = await asMember(connection, wallet, signal);
      onProgress?.({ step: 'building', attempt: 1 });
      const { txHex, txHash } = await ask(
        (sent) => api.POST('/api/proposals/{id}/execute', { ...sent, params, body: {} }),
        member,
      );
      onProgress?.({ step: 'sending' });
      await relay(connection, txHex, signal);
      onProgress?.({ step: 'confirming', txHash });
      const body = { txHash };
      const confirm = () =>
        ask((sent) => api.POST('/api/proposals/{id}/confirm-execute', { ...sent, params, body }), member);
      const done = await confirmPatiently(txHash, confirm, options);
      onProgress?.({ step: 'done', txHash });
      return done;
    },
  };
};

/** Proposals of one API. */
export const createProposals = (connection: Connection): Proposals => ({
  at: (id) => createProposalHandle(connection, id),
});
