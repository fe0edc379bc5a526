import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { assetOf, type BodyOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { actOn } from '../steps/act.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';
import type { ProposalHandle, Proposals, ProposalSubject, VaultHandle, Vaults } from './vaults.types.js';

/** Returns who asks: everything about a vault needs a caller, the wallet given or else the client's. */
export const asMember = async (
  connection: Connection,
  given: Wallet | undefined,
  signal?: AbortSignal,
): Promise<AskOptions & { readonly wallet: Wallet }> => {
  const wallet = walletOf(connection, given);
  return { wallet, address: await addressOf(wallet), signal };
};

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

/** Returns the kind of proposal that funds a subject. */
const kindOf = ({ streamIds, paymentIds, planId }: ProposalSubject) => {
  if (planId !== undefined && planId !== null) return 'plan';
  if (streamIds !== undefined && streamIds !== null) return 'stream';
  return paymentIds !== undefined && paymentIds !== null ? 'payment' : 'airdrop';
};

/** Creates the handle of a vault. */
const createVaultHandle = (connection: Connection, id: string): VaultHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const proposalsPage: VaultHandle['proposalsPage'] = async (query = {}, wallet, { signal } = {}) =>
    ask(
      (sent) => api.GET('/api/vaults/{id}/proposals', { ...sent, params: { ...params, query } }),
      await asMember(connection, wallet, signal),
    );
  const propose: VaultHandle['propose'] = async (terms, wallet, { signal } = {}) => {
    const member = await asMember(connection, wallet, signal);
    const body = toBody<BodyOf<'createProposal'>>(terms, assetOf(terms));
    const proposal = await ask((sent) => api.POST('/api/vaults/{id}/proposals', { ...sent, params, body }), {
      ...member,
      isRepeatable: false,
    });
    return { ...createProposalHandle(connection, proposal.id), record: proposal };
  };
  return {
    id,
    async get(wallet, { signal } = {}) {
      const member = await asMember(connection, wallet, signal);
      return ask((sent) => api.GET('/api/vaults/{id}', { ...sent, params }), member);
    },
    async state(wallet) {
      const member = await asMember(connection, wallet);
      return ask((sent) => api.GET('/api/vaults/{id}/state', { ...sent, params }), member);
    },
    async deposit(given, options = {}) {
      const member = await asMember(connection, given, options.signal);
      return actOn(
        connection,
        {
          wallet: member.wallet,
          build: () => ask((sent) => api.GET('/api/vaults/{id}/deposit', { ...sent, params }), member),
          ...{ path: '/api/vaults/{id}/update-balance', id, address: member.address },
          confirmBody: ({ signedTransactionHash: txid }, { amountToDeposit: amount }) => ({ txid, amount }),
        },
        options,
      );
    },
    async addViewer(signerAddress, wallet) {
      const member = await asMember(connection, wallet);
      return ask((sent) => api.POST('/api/vaults/{id}/signers', { ...sent, params, body: { signerAddress } }), member);
    },
    propose,
    proposeFunding: (subject, wallet, { reason, signal } = {}) =>
      propose({ kind: kindOf(subject), ...subject, reason }, wallet, { signal }),
    proposeMove: (kind, subject, wallet, { reason, signal } = {}) =>
      propose({ kind, ...subject, reason }, wallet, { signal }),
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
