import type { DevnetControl } from '@weir/devnet';
import {
  connectionsPlugin,
  corsPlugin,
  createLogger,
  createServer,
  errorsPlugin,
  jsonBodyPlugin,
  rateLimitPlugin,
  type ErrorTranslation,
  type ServerConfig,
} from '@weir/http';
import { createDemoWallets } from './demo-wallets.js';
import { demoRoutes } from './demo.routes.js';
import { createRegistryStore, devKitRoutes } from './dev-kit.routes.js';

export interface DevKitServerOptions {
  readonly control: DevnetControl;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logLevel: string;
  /** URL of the API, once it is up. */
  readonly apiUrl: () => string;
  /** Directory that keeps token registries across restarts; without it they live in memory. */
  readonly registryDirectory?: string | undefined;
}

export interface DevKit {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Time limit of a request, milliseconds: mining a thousand blocks is slow. */
const TIMEOUT_MS = 120_000;
const ERRORS: ErrorTranslation = { toProblem: () => undefined };

/**
 * Serves a devnet's faucet, mint, blocks and time on the loopback address only. It is a server of its own so that the
 * API has no such routes at all: nothing that runs against a public network could expose them.
 */
export const startDevKit = async ({
  control,
  apiUrl,
  port,
  logLevel,
  registryDirectory,
}: DevKitServerOptions): Promise<DevKit> => {
  const config: ServerConfig = {
    corsOrigins: '*',
    rateLimit: { max: 0, windowMs: 60_000 },
    expensiveRequests: 0,
    maxConnections: 200,
    maxConnectionsPerNetwork: 0,
    requestTimeoutMs: TIMEOUT_MS,
    trustProxy: false,
    logLevel,
  };
  const app = createServer({ config, logger: createLogger(logLevel), errors: ERRORS });
  await app.register(connectionsPlugin, { config });
  await app.register(corsPlugin, {
    corsOrigins: '*',
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', 'x-request-id'],
  });
  await app.register(rateLimitPlugin, { rateLimit: config.rateLimit });
  await app.register(errorsPlugin, ERRORS);
  await app.register(jsonBodyPlugin);
  let url = '';
  const registries = createRegistryStore(registryDirectory);
  await app.register(devKitRoutes, { prefix: '/dev', control, registries, origin: () => url });
  const urls = () => ({ api: apiUrl(), devKit: url });
  await app.register(demoRoutes, { prefix: '/dev', control, wallets: createDemoWallets(), urls });
  url = await app.listen({ host: '127.0.0.1', port });
  return { url, stop: () => app.close() };
};
