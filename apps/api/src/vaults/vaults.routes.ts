import {
  addVaultSigner,
  approveProposal,
  confirmExecute,
  createVault,
  executeProposal,
  getProposal,
  getVault,
  listProposals,
  listPurses,
  listVaults,
  listWaitingProposals,
  propose,
  rejectProposal,
  submitSignature,
  updateBalance,
  vaultDeposit,
  vaultState,
} from '@weir/api-contract';
import { type Routes, TRANSACTION_BYTES } from '@weir/http';
import type { VaultsService } from '@weir/services';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf, walletOf } from '../shared/request.js';

const MEMBER = { caller: 'required', role: 'member', states: 'any' } as const;
/** Of a public vault everybody is a member, also without a caller. */
const READER = { caller: 'if-named', role: 'member', states: 'any' } as const;

/** Access of each vault route: who may call it and in which states of the vault it works. */
const VAULT_ACCESS = {
  list: { caller: 'if-named', role: 'anyone', states: 'any' },
  create: { caller: 'required', role: 'anyone', states: 'any' },
  read: READER,
  deposit: { caller: 'required', role: 'creator', states: ['pending', 'active'] },
  updateBalance: MEMBER,
  addSigner: { caller: 'required', role: 'creator', states: 'any' },
  propose: { caller: 'required', role: 'creator or signer', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Access of each proposal route, by the state of the proposal. */
const PROPOSAL_ACCESS = {
  waiting: { caller: 'required', role: 'anyone', states: 'any' },
  read: READER,
  approve: { caller: 'required', role: 'signer', states: ['PENDING', 'STALE'] },
  signatures: { caller: 'required', role: 'signer', states: ['PENDING', 'APPROVED'] },
  reject: { caller: 'required', role: 'signer or proposer', states: ['PENDING', 'APPROVED', 'STALE'] },
  execute: { caller: 'required', role: 'creator or signer', states: ['APPROVED'] },
  // The chain decides: a signed transaction can be broadcast in any recorded state.
  confirmExecute: { caller: 'lenient', role: 'anyone', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the vault routes: parse, call the use case, return its view. */
export const vaultsRoutes: Routes<{
  readonly vaults: VaultsService;
  readonly once: OnceAnswers;
}> = (app, { vaults, once }, done) => {
  app.get('/', { schema: listVaults, config: { access: VAULT_ACCESS.list } }, async (request) =>
    vaults.list(request.query, request.caller?.addresses),
  );

  app.post(
    '/',
    { schema: createVault, config: { access: VAULT_ACCESS.create, work: 'expensive' } },
    async (request, reply) => {
      const answer = await once.create(request, reply, {
        work: (kept) => vaults.create(request.body, callerOf(request), originOf(request), kept),
      });
      reply.code(201);
      return answer;
    },
  );

  app.get('/:id', { schema: getVault, config: { access: VAULT_ACCESS.read } }, async (request) =>
    vaults.get(request.params.id, request.caller?.addresses),
  );

  app.get('/:id/state', { schema: vaultState, config: { access: VAULT_ACCESS.read } }, async (request) =>
    vaults.state(request.params.id, request.caller?.addresses),
  );

  app.get('/:id/deposit', { schema: vaultDeposit, config: { access: VAULT_ACCESS.deposit } }, async (request) =>
    vaults.deposit(request.params.id, callerOf(request), { amount: request.query.amount, paying: walletOf(request) }),
  );

  app.post(
    '/:id/update-balance',
    { schema: updateBalance, config: { access: VAULT_ACCESS.updateBalance } },
    async (request) => vaults.updateBalance(request.params.id, request.body, callerOf(request)),
  );

  app.post('/:id/signers', { schema: addVaultSigner, config: { access: VAULT_ACCESS.addSigner } }, async (request) =>
    vaults.addViewer(request.params.id, request.body.signerAddress, callerOf(request)),
  );

  app.get('/:id/proposals', { schema: listProposals, config: { access: VAULT_ACCESS.read } }, async (request) =>
    vaults.proposals(request.params.id, request.query, request.caller?.addresses),
  );

  app.get('/:id/purses', { schema: listPurses, config: { access: VAULT_ACCESS.read } }, async (request) =>
    vaults.purses(request.params.id, request.caller?.addresses),
  );

  app.post(
    '/:id/proposals',
    { schema: propose, config: { access: VAULT_ACCESS.propose, work: 'expensive' } },
    async (request, reply) => {
      const answer = await once.create(request, reply, {
        work: (kept) => vaults.propose(request.params.id, request.body, callerOf(request), originOf(request), kept),
      });
      reply.code(201);
      return answer;
    },
  );
  done();
};

/** Rows a page of what waits. */
const WAITING_ROWS = 50;

/** Registers the proposal routes: parse, call the use case, return its view. */
export const proposalsRoutes: Routes<{ readonly vaults: VaultsService }> = (app, { vaults }, done) => {
  app.get('/', { schema: listWaitingProposals, config: { access: PROPOSAL_ACCESS.waiting } }, async (request) =>
    vaults.waiting({ limit: request.query.limit ?? WAITING_ROWS, cursor: request.query.cursor }, callerOf(request)),
  );

  app.get('/:id', { schema: getProposal, config: { access: PROPOSAL_ACCESS.read } }, async (request) =>
    vaults.proposal(request.params.id, request.caller?.addresses),
  );

  app.post('/:id/approve', { schema: approveProposal, config: { access: PROPOSAL_ACCESS.approve } }, async (request) =>
    vaults.approve(request.params.id, callerOf(request)),
  );

  app.post(
    '/:id/signatures',
    { schema: submitSignature, bodyLimit: TRANSACTION_BYTES, config: { access: PROPOSAL_ACCESS.signatures } },
    async (request) => vaults.submitSignature(request.params.id, request.body.signedTransaction, callerOf(request)),
  );

  app.post('/:id/reject', { schema: rejectProposal, config: { access: PROPOSAL_ACCESS.reject } }, async (request) =>
    vaults.reject(request.params.id, callerOf(request)),
  );

  app.post('/:id/execute', { schema: executeProposal, config: { access: PROPOSAL_ACCESS.execute } }, async (request) =>
    vaults.execute(request.params.id, callerOf(request)),
  );

  app.post(
    '/:id/confirm-execute',
    { schema: confirmExecute, config: { access: PROPOSAL_ACCESS.confirmExecute } },
    async (request) => vaults.confirmExecute(request.params.id, request.body.txHash, request.caller?.addresses),
  );
  done();
};
