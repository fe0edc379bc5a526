import { broadcastTransaction } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { TransactionsService } from '@weir/services';
import { OPEN } from '../plugins/access/access.plugin.js';

/** Registers the route that relays transactions that wallets signed without broadcasting. */
export const transactionsRoutes: Routes<{ readonly transactions: TransactionsService }> = (
  app,
  { transactions },
  done,
) => {
  app.post('/broadcast', { schema: broadcastTransaction, config: { access: OPEN } }, async ({ body }) =>
    transactions.broadcast(body.txHex),
  );
  done();
};
