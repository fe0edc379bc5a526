import type { Send } from '../connection/ask.js';
import { addressOf, type Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import type { Exact } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createMemberAsk } from '../steps/wallet-of.js';
import type { MadeProposal, Proposal, ProposalHandle, Proposals, VaultHandle, Vaults } from '../types/vaults.types.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** Creates the `ask` of readers: members by their wallet, and of what is public everybody, without one. */
export const createReaderAsk =
  (connection: Connection) =>
  async <Data>(
    given: Wallet | undefined,
    options: AbortOptions | undefined,
    send: Send<Data>,
  ): Promise<Exact<Data>> => {
    const wallet = given ?? connection.wallet;
    return connection.ask(send, { wallet, address: wallet && (await addressOf(wallet)), signal: options?.signal });
  };

/** Creates the handle of a proposal. */
export const createProposalHandle = (connection: Connection, id: string): ProposalHandle => {
  const { api } = connection;
  const askAs = createMemberAsk(connection);
  const read = createReaderAsk(connection);
  const params = { path: { id } };
  return {
    id,
    get: (wallet, options) => read(wallet, options, (sent) => api.GET('/api/proposals/{id}', { ...sent, params })),
    approve: async (wallet, options) => (await loadWithWallet()).approveProposal(connection, id, wallet, options),
    reject: (wallet, options) =>
      askAs(wallet, options, (sent) => api.POST('/api/proposals/{id}/reject', { ...sent, params, body: {} })),
    execute: async (wallet, options) => (await loadWithWallet()).executeProposal(connection, id, wallet, options),
  };
};

/** Creates the proposals' part of a client. */
export const createProposals = (connection: Connection): Proposals => ({
  at: (id) => createProposalHandle(connection, id),
  waiting: (query = {}, wallet, options) =>
    createMemberAsk(connection)(wallet, options, (sent) =>
      connection.api.GET('/api/proposals', { ...sent, params: { query } }),
    ),
});

/** Creates the handle of a vault. */
const createVaultHandle = (connection: Connection, id: string): VaultHandle => {
  const { api } = connection;
  const params = { path: { id } };
  const askAs = createMemberAsk(connection);
  const read = createReaderAsk(connection);
  const proposalsPage: VaultHandle['proposalsPage'] = (query = {}, wallet, options) =>
    read(wallet, options, (sent) => api.GET('/api/vaults/{id}/proposals', { ...sent, params: { ...params, query } }));
  const made = (record: Proposal): MadeProposal => ({ ...createProposalHandle(connection, record.id), record });
  const propose: VaultHandle['propose'] = async (...given) =>
    made(await (await loadWithWallet()).propose(connection, id, ...given));
  return {
    id,
    get: (wallet, options) => read(wallet, options, (sent) => api.GET('/api/vaults/{id}', { ...sent, params })),
    state: (wallet) => read(wallet, {}, (sent) => api.GET('/api/vaults/{id}/state', { ...sent, params })),
    deposit: async (wallet, options) => (await loadWithWallet()).depositToVault(connection, id, wallet, options),
    addViewer: (signerAddress, wallet) =>
      askAs(wallet, {}, (sent) => api.POST('/api/vaults/{id}/signers', { ...sent, params, body: { signerAddress } })),
    propose,
    proposeFunding: async (subject, wallet, { reason, signal } = {}) => {
      const { fundingKindOf } = await loadWithWallet();
      return propose({ kind: fundingKindOf(subject), ...subject, reason }, wallet, { signal });
    },
    proposeMove: (kind, subject, wallet, { reason, signal } = {}) =>
      propose({ kind, ...subject, reason }, wallet, { signal }),
    proposeExchange: (exchange, wallet, { reason, purseIds = [], signal } = {}) =>
      propose({ kind: 'exchange', exchange, reason, ...(purseIds.length > 0 && { purseIds: [...purseIds] }) }, wallet, {
        signal,
      }),
    recovery: (wallet, options) =>
      read(wallet, options, (sent) => api.GET('/api/vaults/{id}/recovery', { ...sent, params })),
    callRecovery: async (wallet, options) =>
      (await loadWithWallet()).stepRecovery(connection, id, 'call', wallet, options),
    vetoRecovery: async (wallet, options) =>
      (await loadWithWallet()).stepRecovery(connection, id, 'veto', wallet, options),
    finishRecovery: async (...given) => made(await (await loadWithWallet()).proposeRecovery(connection, id, ...given)),
    proposalsPage,
    proposals: (wallet) =>
      allRows(
        (cursor) => proposalsPage({ limit: PAGE, cursor }, wallet),
        ({ proposals }) => proposals,
      ),
  };
};

/** Creates the vaults' part of a client. */
export const createVaults = (connection: Connection): Vaults => {
  const { api } = connection;
  const page: Vaults['page'] = (query = {}, wallet, options) =>
    createReaderAsk(connection)(wallet, options, (sent) => api.GET('/api/vaults', { ...sent, params: { query } }));
  return {
    async create(...given) {
      const record = await (await loadWithWallet()).createVault(connection, ...given);
      return { ...createVaultHandle(connection, record.id), record };
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
