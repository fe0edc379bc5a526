import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import {
  approveProposal,
  confirmExecute,
  executeProposal,
  getProposal,
  rejectProposal,
  submitSignature,
} from '@weir/api-contract';
import type { VaultsService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import {
  presentApproval,
  presentConfirmedExecution,
  presentExecution,
  presentProposalAnswer,
} from './proposal.presenter.js';
import { PROPOSAL_ACCESS } from './vault-access.js';

/** Registers the proposal routes: parse, call the use case, present. */
export const proposalsRoutes: FastifyPluginCallbackTypebox<{ readonly vaults: VaultsService }> = (
  app,
  { vaults },
  done,
) => {
  app.get('/:id', { schema: getProposal, config: { access: PROPOSAL_ACCESS.read } }, async (request) =>
    presentProposalAnswer(await vaults.proposal(request.params.id, callerOf(request))),
  );

  app.post('/:id/approve', { schema: approveProposal, config: { access: PROPOSAL_ACCESS.approve } }, async (request) =>
    presentApproval(await vaults.approve(request.params.id, callerOf(request)), request.query.encoding ?? 'tagged'),
  );

  app.post(
    '/:id/signatures',
    { schema: submitSignature, config: { access: PROPOSAL_ACCESS.signatures } },
    async (request) =>
      presentProposalAnswer(
        await vaults.submitSignature(request.params.id, request.body.signedTransaction, callerOf(request)),
      ),
  );

  app.post('/:id/reject', { schema: rejectProposal, config: { access: PROPOSAL_ACCESS.reject } }, async (request) =>
    presentProposalAnswer(await vaults.reject(request.params.id, callerOf(request))),
  );

  app.post('/:id/execute', { schema: executeProposal, config: { access: PROPOSAL_ACCESS.execute } }, async (request) =>
    presentExecution(await vaults.execute(request.params.id, callerOf(request))),
  );

  app.post(
    '/:id/confirm-execute',
    { schema: confirmExecute, config: { access: PROPOSAL_ACCESS.confirmExecute } },
    async (request) => {
      const { params, body } = request;
      return presentConfirmedExecution(
        await vaults.confirmExecute(params.id, body.txHash.toLowerCase(), callerOf(request)),
      );
    },
  );
  done();
};
