import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { broadcastTransaction, type BroadcastResponse } from '@weir/api-contract';
import type { TransactionsService } from '@weir/services';
import { OPEN } from '../plugins/access/route-access.js';

/** Registers the route that relays transactions that wallets signed without broadcasting. */
export const transactionsRoutes: FastifyPluginCallbackTypebox<{ readonly transactions: TransactionsService }> = (
  app,
  { transactions },
  done,
) => {
  app.post(
    '/broadcast',
    { schema: broadcastTransaction, config: { access: OPEN } },
    async ({ body }): Promise<BroadcastResponse> => {
      const { txid } = await transactions.broadcast(body.txHex);
      return { success: true, txid };
    },
  );
  done();
};
