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
import type { Routes } from '@weir/http';
import type { VaultsService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { VAULT_ACCESS } from './vault-access.js';

/** Registers the vault routes: parse, call the use case, return its view. */
export const vaultsRoutes: Routes<{
  readonly vaults: VaultsService;
  readonly once: OnceAnswers;
}> = (app, { vaults, once }, done) => {
  app.get('/', { schema: listVaults, config: { access: VAULT_ACCESS.list } }, async (request) =>
    vaults.list(request.query, callerOf(request)),
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
    vaults.get(request.params.id, callerOf(request)),
  );

  app.get('/:id/state', { schema: vaultState, config: { access: VAULT_ACCESS.read } }, async (request) =>
    vaults.state(request.params.id, callerOf(request)),
  );

  app.get('/:id/deposit', { schema: vaultDeposit, config: { access: VAULT_ACCESS.deposit } }, async (request) =>
    vaults.deposit(request.params.id, callerOf(request)),
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
    vaults.proposals(request.params.id, request.query, callerOf(request)),
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
