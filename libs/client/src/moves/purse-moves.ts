import type { Connection } from '../connection/connection.js';
import { type BodyOf, toBody } from '../shared/amounts.js';
import { perform } from '../steps/perform.js';
import { memberOf } from '../steps/wallet-of.js';
import type { PurseHandle } from '../types/vaults.types.js';

/** Pays out of a purse: see {@link PurseHandle}. @param id of the purse */
export const payFromPurse = async (
  connection: Connection,
  id: string,
  ...[payment, given, options = {}]: Parameters<PurseHandle['pay']>
) => {
  const { api, ask } = connection;
  const path = { id };
  const spender = await memberOf(connection, given, options.signal);
  const { tokenType } = await ask((sent) => api.GET('/api/purses/{id}', { ...sent, params: { path } }), spender);
  const body = toBody<BodyOf<'payFromPurse'>>(payment, tokenType === 'BCH' ? 'BCH' : 'token');
  const { to, amount } = payment;
  return perform(
    connection,
    {
      wallet: spender.wallet,
      build: () => ask((sent) => api.POST('/api/purses/{id}/pay', { ...sent, params: { path }, body }), spender),
      path: '/api/purses/{id}/confirm-payment',
      id,
      address: spender.address,
      to,
      amount,
      // A payment that was sent moves the purse: the next one would be another payment.
      isRebuildable: false,
    },
    options,
  );
};

/** Sends a purse home: see {@link PurseHandle}. @param id of the purse */
export const sendPurseHome = async (
  connection: Connection,
  id: string,
  ...[given, options = {}]: Parameters<PurseHandle['sendHome']>
) => {
  const { api, ask } = connection;
  const path = { id };
  const signer = await memberOf(connection, given, options.signal);
  return perform(
    connection,
    {
      wallet: signer.wallet,
      build: () => ask((sent) => api.POST('/api/purses/{id}/home', { ...sent, params: { path }, body: {} }), signer),
      path: '/api/purses/{id}/confirm-home',
      id,
      address: signer.address,
    },
    options,
  );
};
