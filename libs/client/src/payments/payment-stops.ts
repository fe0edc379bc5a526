import type { Send, Sent } from '../connection/ask.js';
import { addressOf, type Connection } from '../connection/connection.js';
import type { WcTransaction } from '../shared/schemas.js';
import { actOn } from '../steps/act.js';
import type { VerbOptions } from '../steps/progress.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';
import type { Parties } from './parties.js';
import type { PaymentConfirmation, PaymentHandle } from './payments.types.js';

/** Sends the request that builds the transaction. */
type Build = (sent: Sent, sender: string) => ReturnType<Send<{ readonly wcTransaction: WcTransaction }>>;
type Stops = Pick<PaymentHandle, 'pause' | 'resume' | 'cancel'>;

/** Creates what the sender of a payment does to it: pause, resume and cancel. */
export const createPaymentStops = (connection: Connection, id: string, parties: () => Promise<Parties>): Stops => {
  const { api, ask } = connection;
  const params = { path: { id } };

  /** Has the sender sign a transaction, and confirms it. */
  const asSender = async (
    given: Wallet | undefined,
    options: VerbOptions,
    build: Build,
    path: `/api/payments/{id}/confirm-${'pause' | 'resume' | 'cancel'}`,
  ): Promise<PaymentConfirmation> => {
    const wallet = walletOf(connection, given);
    const address = await addressOf(wallet, (await parties()).sender);
    return actOn(
      connection,
      { wallet, build: () => ask((sent) => build(sent, address), { ...options, wallet, address }), path, id },
      options,
    );
  };

  return {
    pause: (given, options = {}) =>
      asSender(
        given,
        options,
        (sent, sender) => api.POST('/api/payments/{id}/pause', { ...sent, params, body: { sender } }),
        '/api/payments/{id}/confirm-pause',
      ),
    resume: (given, options = {}) =>
      asSender(
        given,
        options,
        (sent, sender) => api.POST('/api/payments/{id}/resume', { ...sent, params, body: { sender } }),
        '/api/payments/{id}/confirm-resume',
      ),
    cancel: (given, { allowUnsafeRecovery, ...options } = {}) =>
      asSender(
        given,
        options,
        (sent, sender) =>
          api.POST('/api/payments/{id}/cancel', {
            ...{ ...sent, params },
            body: { sender, ...(allowUnsafeRecovery !== undefined && { allowUnsafeRecovery }) },
          }),
        '/api/payments/{id}/confirm-cancel',
      ),
  };
};
