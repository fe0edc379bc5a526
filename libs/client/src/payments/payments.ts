import type { Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { creatorOf } from '../steps/creation.js';
import { createPaymentHandle } from './payment-handle.js';
import type { Payments, PaymentTerms } from './payments.types.js';

const bodyOf = (terms: PaymentTerms) => toBody<BodyOf<'createPayment'>>(terms, assetOf(terms));

/** Creates the payments' part of a client. */
export const createPayments = (connection: Connection): Payments => {
  const { api, ask } = connection;
  const page: Payments['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/payments', { ...sent, params: { query } }), options);
  return {
    async create(terms, wallet, options = {}) {
      const { payment } = await ask(
        (sent) => api.POST('/api/payments/create', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      return { ...createPaymentHandle(connection, payment.id, payment), record: payment };
    },
    async preview(terms, wallet) {
      return ask(
        (sent) => api.POST('/api/payments/preview', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender),
      );
    },
    at: (id) => createPaymentHandle(connection, id),
    page,
    list: (query = {}) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, cursor }),
        ({ payments }) => payments,
      ),
  };
};
