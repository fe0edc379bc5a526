import type { Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { createCached } from '../shared/wait.js';
import type { WebhookHandle, Webhooks } from '../types/webhooks.types.js';

/** Creates the webhooks' part of a client. What it does is loaded with the first request, since each needs the wallet of an owner. */
export const createWebhooks = (connection: Connection): Webhooks => {
  const at = (id: string): WebhookHandle => {
    const handle = createCached(async () => (await loadWithWallet()).createWebhookHandle(connection, id), undefined);
    return {
      id,
      get: async (...given) => (await handle()).get(...given),
      test: async (...given) => (await handle()).test(...given),
      rotate: async (...given) => (await handle()).rotate(...given),
      enable: async (...given) => (await handle()).enable(...given),
      remove: async (...given) => (await handle()).remove(...given),
      deliveriesPage: async (...given) => (await handle()).deliveriesPage(...given),
      async *deliveries(wallet) {
        yield* (await handle()).deliveries(wallet);
      },
      redeliver: async (...given) => (await handle()).redeliver(...given),
    };
  };
  const requests = createCached(async () => (await loadWithWallet()).createWebhookRequests(connection), undefined);
  return {
    register: async (...given) => (await requests()).register(...given),
    list: async (...given) => (await requests()).list(...given),
    at,
  };
};
