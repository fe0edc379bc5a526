import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { broadcastTransaction, getBalance, getTransaction, TransactionQuery } from '@weir/api-contract';
import { type Routes, TRANSACTION_BYTES } from '@weir/http';
import type { TransactionsService } from '@weir/services';
import { OPEN } from '../plugins/access/access.plugin.js';

/** Registers the routes that relay and read transactions. */
export const transactionsRoutes: Routes<{ readonly transactions: TransactionsService }> = (
  app,
  { transactions },
  done,
) => {
  app.post(
    '/broadcast',
    { schema: broadcastTransaction, bodyLimit: TRANSACTION_BYTES, config: { access: OPEN } },
    async ({ body }) => transactions.broadcast(body.txHex),
  );
  app.get('/balance', { schema: getBalance, config: { access: OPEN, work: 'expensive' } }, async ({ query }) =>
    transactions.balance(query.addresses.split(',')),
  );
  app.get('/:txHash', { schema: getTransaction, config: { access: OPEN } }, async ({ params }) =>
    transactions.read(params.txHash),
  );
  done();
};

const sentIn = (query: unknown): readonly string[] => {
  const sent = typeof query === 'object' && query !== null && 'sent' in query ? query.sent : undefined;
  return typeof sent === 'string' ? [...new Set(sent.toLowerCase().split(','))] : [];
};

/** How many addresses' coins a request reads as if it were one of a single address. */
const FEW_ADDRESSES = 4;

const isWide = ({ query, caller }: Pick<FastifyRequest, 'query' | 'caller'>): boolean => {
  const named = typeof query === 'object' && query !== null && 'addresses' in query ? query.addresses : undefined;
  const count = typeof named === 'string' ? named.split(',').length : (caller?.addresses.length ?? 1);
  return count > FEW_ADDRESSES;
};

/**
 * Notes the transactions that a request names as sent (`?sent=`) before its route builds another one, on every route that takes a
 * {@link TransactionQuery}; those that read the coins of many addresses take turns with the expensive ones. Register it before
 * the routes.
 */
export const sentTransactionsPlugin = fp<{ readonly transactions: Pick<TransactionsService, 'noteSent'> }>(
  (app, { transactions }, done) => {
    const noteSent: preHandlerAsyncHookHandler = async (request) => {
      const { query } = request;
      if (isWide(request)) await request.takeTurn();
      const txids = sentIn(query);
      if (txids.length > 0) await transactions.noteSent(txids);
    };
    app.addHook('onRoute', (route) => {
      if (route.schema?.querystring === TransactionQuery)
        route.preHandler = [noteSent, ...[route.preHandler ?? []].flat()];
    });
    done();
  },
  { name: 'sent-transactions' },
);
