import {
  confirmPurseHome,
  confirmPursePayment,
  getPurse,
  listSpendablePurses,
  payPurse,
  sendPurseHome,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { VaultsService } from '@weir/services';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';

/** Access of each route of purses. */
const PURSE_ACCESS = {
  list: { caller: 'required', role: 'anyone', states: 'any' },
  read: { caller: 'if-named', role: 'member or spender', states: 'any' },
  pay: { caller: 'required', role: 'spender', states: ['ACTIVE'] },
  home: { caller: 'required', role: 'signer', states: ['ACTIVE'] },
  // The chain decides.
  confirm: { caller: 'lenient', role: 'anyone', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the routes of purses: parse, call the use case, return its view. */
export const pursesRoutes: Routes<{ readonly vaults: VaultsService }> = (app, { vaults }, done) => {
  app.get('/', { schema: listSpendablePurses, config: { access: PURSE_ACCESS.list } }, async (request) =>
    vaults.spendablePurses(callerOf(request)),
  );

  app.get('/:id', { schema: getPurse, config: { access: PURSE_ACCESS.read } }, async (request) =>
    vaults.purse(request.params.id, request.caller?.addresses),
  );

  app.post('/:id/pay', { schema: payPurse, config: { access: PURSE_ACCESS.pay } }, async (request) =>
    vaults.payPurse(request.params.id, request.body, callerOf(request)),
  );

  app.post('/:id/home', { schema: sendPurseHome, config: { access: PURSE_ACCESS.home } }, async (request) =>
    vaults.sendPurseHome(request.params.id, callerOf(request)),
  );

  app.post(
    '/:id/confirm-payment',
    { schema: confirmPursePayment, config: { access: PURSE_ACCESS.confirm } },
    async (request) =>
      vaults.confirmPurse(request.params.id, 'payment', request.body.txHash, request.caller?.addresses),
  );

  app.post(
    '/:id/confirm-home',
    { schema: confirmPurseHome, config: { access: PURSE_ACCESS.confirm } },
    async (request) => vaults.confirmPurse(request.params.id, 'return', request.body.txHash, request.caller?.addresses),
  );
  done();
};
