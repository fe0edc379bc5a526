import type { Send } from '../connection/ask.js';
import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { assetOf, type BodyOf, type Exact, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { memberOf } from '../steps/wallet-of.js';
import type { ProposalHandle, Proposals, ProposalSubject, VaultHandle, Vaults } from '../types/vaults.types.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** Creates the `ask` of members. @param always options of every request */
export const createMemberAsk =
  (connection: Connection, always: AskOptions = {}) =>
  async <Data>(
    given: Wallet | undefined,
    options: AbortOptions | undefined,
    send: Send<Data>,
    more: AskOptions = {},
  ): Promise<Exact<Data>> =>
    connection.ask(send, { ...(await memberOf(connection, given, options?.signal)), ...always, ...more });

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

/** Returns the kind of proposal that funds a subject. */
const kindOf = ({ streamIds, paymentIds, planId }: ProposalSubject) => {
  if (planId !== undefined && planId !== null) return 'plan';
  if (streamIds !== undefined && streamIds !== null) return 'stream';
  return paymentIds !== undefined && paymentIds !== null ? 'payment' : 'airdrop';
};

/** Creates the handle of a vault. */
const createVaultHandle = (connection: Connection, id: string): VaultHandle => {
  const { api } = connection;
  const params = { path: { id } };
  const askAs = createMemberAsk(connection);
  const read = createReaderAsk(connection);
  const proposalsPage: VaultHandle['proposalsPage'] = (query = {}, wallet, options) =>
    read(wallet, options, (sent) => api.GET('/api/vaults/{id}/proposals', { ...sent, params: { ...params, query } }));
  const propose: VaultHandle['propose'] = async (given, wallet, options) => {
    const terms = { ...given, kind: given.kind ?? 'spend' };
    const body = toBody<BodyOf<'createProposal'>>(terms, assetOf(terms));
    const record = await askAs(
      wallet,
      options,
      (sent) => api.POST('/api/vaults/{id}/proposals', { ...sent, params, body }),
      { isRepeatable: false },
    );
    connection.requested.set(record.id, { terms: { ...terms, vaultId: id } });
    return { ...createProposalHandle(connection, record.id), record };
  };
  return {
    id,
    get: (wallet, options) => read(wallet, options, (sent) => api.GET('/api/vaults/{id}', { ...sent, params })),
    state: (wallet) => read(wallet, {}, (sent) => api.GET('/api/vaults/{id}/state', { ...sent, params })),
    deposit: async (wallet, options) => (await loadWithWallet()).depositToVault(connection, id, wallet, options),
    addViewer: (signerAddress, wallet) =>
      askAs(wallet, {}, (sent) => api.POST('/api/vaults/{id}/signers', { ...sent, params, body: { signerAddress } })),
    propose,
    proposeFunding: (subject, wallet, { reason, signal } = {}) =>
      propose({ kind: kindOf(subject), ...subject, reason }, wallet, { signal }),
    proposeMove: (kind, subject, wallet, { reason, signal } = {}) =>
      propose({ kind, ...subject, reason }, wallet, { signal }),
    proposeExchange: (exchange, wallet, { reason, purseIds, signal } = {}) =>
      propose(
        { kind: 'exchange', exchange, reason, ...(purseIds !== undefined && { purseIds: [...purseIds] }) },
        wallet,
        { signal },
      ),
    recovery: (wallet, options) =>
      read(wallet, options, (sent) => api.GET('/api/vaults/{id}/recovery', { ...sent, params })),
    callRecovery: async (wallet, options) =>
      (await loadWithWallet()).stepRecovery(connection, id, 'call', wallet, options),
    vetoRecovery: async (wallet, options) =>
      (await loadWithWallet()).stepRecovery(connection, id, 'veto', wallet, options),
    async finishRecovery(members, wallet, options) {
      const record = await askAs(
        wallet,
        options,
        (sent) => api.POST('/api/vaults/{id}/recovery/finish', { ...sent, params, body: members }),
        { isRepeatable: false },
      );
      connection.requested.set(record.id, { terms: members });
      return { ...createProposalHandle(connection, record.id), record };
    },
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
  const askAs = createMemberAsk(connection);
  const page: Vaults['page'] = (query = {}, wallet, options) =>
    createReaderAsk(connection)(wallet, options, (sent) => api.GET('/api/vaults', { ...sent, params: { query } }));
  return {
    async create(terms, wallet, options) {
      const body = toBody<BodyOf<'createVault'>>(terms, 'BCH');
      const record = await askAs(wallet, options, (sent) => api.POST('/api/vaults', { ...sent, body }), {
        isRepeatable: false,
      });
      connection.requested.set(record.id, { terms });
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
