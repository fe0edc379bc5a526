import { callRecovery, confirmRecovery, finishRecovery, getRecovery, vetoRecovery } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { VaultsService } from '@weir/services';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf, walletOf } from '../shared/request.js';

/** Access of each route of recoveries. Of a vault that is not a roster they work in no state. */
const RECOVERY_ACCESS = {
  read: { caller: 'if-named', role: 'member', states: 'any' },
  call: { caller: 'required', role: 'guardian', states: 'any' },
  veto: { caller: 'required', role: 'signer', states: 'any' },
  finish: { caller: 'required', role: 'guardian', states: 'any' },
  // The chain decides.
  confirm: { caller: 'lenient', role: 'anyone', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the routes of recoveries of rosters: parse, call the use case, return its view. */
export const recoveryRoutes: Routes<{
  readonly vaults: VaultsService;
  readonly once: OnceAnswers;
}> = (app, { vaults, once }, done) => {
  app.get('/:id/recovery', { schema: getRecovery, config: { access: RECOVERY_ACCESS.read } }, async (request) =>
    vaults.recovery(request.params.id, request.caller?.addresses),
  );

  app.post('/:id/recovery/call', { schema: callRecovery, config: { access: RECOVERY_ACCESS.call } }, async (request) =>
    vaults.callRecovery(request.params.id, callerOf(request), walletOf(request)),
  );

  app.post('/:id/recovery/veto', { schema: vetoRecovery, config: { access: RECOVERY_ACCESS.veto } }, async (request) =>
    vaults.vetoRecovery(request.params.id, callerOf(request), walletOf(request)),
  );

  app.post(
    '/:id/recovery/confirm',
    { schema: confirmRecovery, config: { access: RECOVERY_ACCESS.confirm } },
    async (request) => vaults.confirmRecovery(request.params.id, request.body.txHash, request.caller?.addresses),
  );

  app.post(
    '/:id/recovery/finish',
    { schema: finishRecovery, config: { access: RECOVERY_ACCESS.finish, work: 'expensive' } },
    async (request, reply) => {
      const answer = await once.create(request, reply, {
        work: (kept) =>
          vaults.finishRecovery(request.params.id, request.body, callerOf(request), originOf(request), kept),
      });
      reply.code(201);
      return answer;
    },
  );
  done();
};
