import type { Connection } from '../connection/connection.js';
import { bchText } from '../shared/amounts.js';
import { perform } from '../steps/perform.js';
import { memberOf } from '../steps/wallet-of.js';
import type { ProposalHandle, VaultHandle } from '../types/vaults.types.js';

/** Signs a proposal: see {@link ProposalHandle}. @param id of the proposal */
export const approveProposal = async (
  connection: Connection,
  id: string,
  ...[given, options = {}]: Parameters<ProposalHandle['approve']>
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
          (sent) => api.POST('/api/proposals/{id}/approve', { ...sent, params: { ...params, query }, body: {} }),
          member,
        ),
      // One signature spends nothing: it is collected, not sent.
      isSentByConfirm: true,
      path: '/api/proposals/{id}/signatures',
      id,
      address: member.address,
      confirmBody: ({ signedTransaction }) => ({ signedTransaction }),
    },
    options,
  );
};

/** Sends a proposal that two signers have signed: see {@link ProposalHandle}. @param id of the proposal */
export const executeProposal = async (
  connection: Connection,
  id: string,
  ...[given, options = {}]: Parameters<ProposalHandle['execute']>
) => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const member = await memberOf(connection, given, options.signal);
  return perform(
    connection,
    {
      wallet: member.wallet,
      path: '/api/proposals/{id}/confirm-execute',
      id,
      address: member.address,
      isRebuildable: false,
      async build() {
        const { txHex } = await ask(
          (sent) => api.POST('/api/proposals/{id}/execute', { ...sent, params, body: {} }),
          member,
        );
        // Two signers have signed it.
        return { wcTransaction: null, signatureRequired: false, txHex };
      },
    },
    options,
  );
};

/** Deposits to a vault: see {@link VaultHandle}. @param id of the vault */
export const depositToVault = async (
  connection: Connection,
  id: string,
  ...[given, { amount, ...options } = {}]: Parameters<VaultHandle['deposit']>
) => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const requested = typeof amount === 'bigint' ? bchText(amount) : amount?.toString();
  const member = await memberOf(connection, given, options.signal);
  return perform(
    connection,
    {
      wallet: member.wallet,
      build: (query) =>
        ask(
          (sent) =>
            api.GET('/api/vaults/{id}/deposit', {
              ...sent,
              params: { ...params, query: { ...query, amount: requested } },
            }),
          member,
        ),
      path: '/api/vaults/{id}/update-balance',
      id,
      address: member.address,
      amount,
      confirmBody: ({ signedTransactionHash: txid }, { amountToDeposit }) => ({ txid, amount: amountToDeposit }),
    },
    options,
  );
};
