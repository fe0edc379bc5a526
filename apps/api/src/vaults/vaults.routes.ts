import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import {
  addVaultSigner,
  createVault,
  getVault,
  listProposals,
  listVaults,
  propose,
  updateBalance,
  vaultDeposit,
  vaultState,
} from '@weir/api-contract';
import type { VaultsService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { presentProposalAnswer, presentProposals, toProposeInput } from './proposal.presenter.js';
import { VAULT_ACCESS } from './vault-access.js';
import { presentBalance, presentVaultDeposit } from './vault-deposit.presenter.js';
import {
  presentVaultAnswer,
  presentVaultDetail,
  presentVaults,
  presentVaultState,
  toCreateVaultInput,
} from './vault.presenter.js';

/** Registers the vault routes: parse, call the use case, present. */
export const vaultsRoutes: FastifyPluginCallbackTypebox<{
  readonly vaults: VaultsService;
  readonly once: OnceAnswers;
}> = (app, { vaults, once }, done) => {
  app.get('/', { schema: listVaults, config: { access: VAULT_ACCESS.list } }, async (request) =>
    presentVaults(await vaults.list(request.query, callerOf(request))),
  );

  app.post(
    '/',
    { schema: createVault, config: { access: VAULT_ACCESS.create, work: 'dear' } },
    async (request, reply) => {
      const answer = await once.answer(request, reply, {
        work: (kept) => vaults.create(toCreateVaultInput(request.body), callerOf(request), originOf(request), kept),
        present: presentVaultAnswer,
      });
      reply.code(201);
      return answer;
    },
  );

  app.get('/:id', { schema: getVault, config: { access: VAULT_ACCESS.read } }, async (request) =>
    presentVaultDetail(await vaults.get(request.params.id, callerOf(request))),
  );

  app.get('/:id/state', { schema: vaultState, config: { access: VAULT_ACCESS.read } }, async (request) =>
    presentVaultState(await vaults.state(request.params.id, callerOf(request))),
  );

  app.get('/:id/deposit', { schema: vaultDeposit, config: { access: VAULT_ACCESS.deposit } }, async (request) =>
    presentVaultDeposit(await vaults.deposit(request.params.id, callerOf(request)), request.query.encoding ?? 'tagged'),
  );

  app.post(
    '/:id/update-balance',
    { schema: updateBalance, config: { access: VAULT_ACCESS.updateBalance } },
    async (request) => {
      const { params, body } = request;
      return presentBalance(
        await vaults.updateBalance(
          params.id,
          { txid: body.txid.toLowerCase(), amount: body.amount },
          callerOf(request),
        ),
      );
    },
  );

  app.post('/:id/signers', { schema: addVaultSigner, config: { access: VAULT_ACCESS.addSigner } }, async (request) =>
    presentVaultAnswer(await vaults.addViewer(request.params.id, request.body.signerAddress, callerOf(request))),
  );

  app.get('/:id/proposals', { schema: listProposals, config: { access: VAULT_ACCESS.read } }, async (request) =>
    presentProposals(await vaults.proposals(request.params.id, request.query, callerOf(request))),
  );

  app.post(
    '/:id/proposals',
    { schema: propose, config: { access: VAULT_ACCESS.propose, work: 'dear' } },
    async (request, reply) => {
      const { id } = request.params;
      const answer = await once.answer(request, reply, {
        work: (kept) => vaults.propose(id, toProposeInput(request.body), callerOf(request), originOf(request), kept),
        present: presentProposalAnswer,
      });
      reply.code(201);
      return answer;
    },
  );
  done();
};
