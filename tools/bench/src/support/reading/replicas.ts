import type { Devnet } from '@weir/devnet';
import { startKillableApi, type KillableApi } from '../killable-api.js';

/** APIs over one database and one chain, as they are built, that only answer. */
export const startReplicas = (
  count: number,
  databaseUrl: string,
  devnet: Devnet,
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly KillableApi[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      startKillableApi(
        {
          ...{ DATABASE_URL: databaseUrl, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' },
          ...{ RATE_LIMIT_MAX: '0', WATCHER: 'off', WEBHOOKS: 'off', TOKENS: 'off' },
          ...settings,
        },
        { built: true },
      ),
    ),
  );
