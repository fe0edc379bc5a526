import {
  approveProposal,
  confirmExecute,
  executeProposal,
  getProposal,
  rejectProposal,
  submitSignature,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { VaultsService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import { PROPOSAL_ACCESS } from './vault-access.js';

/** Registers the proposal routes: parse, call the use case, return its view. */
export const proposalsRoutes: Routes<{ readonly vaults: VaultsService }> = (app, { vaults }, done) => {
  app.get('/:id', { schema: getProposal, config: { access: PROPOSAL_ACCESS.read } }, async (request) =>
    vaults.proposal(request.params.id, callerOf(request)),
  );

  app.post('/:id/approve', { schema: approveProposal, config: { access: PROPOSAL_ACCESS.approve } }, async (request) =>
    vaults.approve(request.params.id, callerOf(request)),
  );

  app.post(
    '/:id/signatures',
    { schema: submitSignature, config: { access: PROPOSAL_ACCESS.signatures } },
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
    async (request) => vaults.confirmExecute(request.params.id, request.body.txHash, callerOf(request)),
  );
  done();
};
