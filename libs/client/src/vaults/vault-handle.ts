import type { Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { actOn } from '../steps/act.js';
import { asMember } from './as-member.js';
import { createProposalHandle } from './proposal-handle.js';
import type { ProposalSubject, VaultHandle } from './vaults.types.js';

/** Returns the kind of proposal that funds a subject. */
const kindOf = ({ streamIds, paymentIds, planId }: ProposalSubject) => {
  if (planId !== undefined && planId !== null) return 'plan';
  if (streamIds !== undefined && streamIds !== null) return 'stream';
  return paymentIds !== undefined && paymentIds !== null ? 'payment' : 'airdrop';
};

/** Creates the handle of a vault. */
export const createVaultHandle = (connection: Connection, id: string): VaultHandle => {
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
