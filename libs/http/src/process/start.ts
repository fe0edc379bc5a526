import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServerConfig } from '../config/server-config.js';
import { createLogger } from '../logger.js';
import { startTracing } from '../tracing/start-tracing.js';
import { explainListenError, StartError } from './start-error.js';

/** A service that runs in this process. */
export interface RunningService {
  /** Where it listens, `http://host:port`. */
  readonly url: string;
  readonly logger: FastifyBaseLogger;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/** A service's dependencies over real servers, and how to let go of those. */
export interface Composition<Dependencies> {
  readonly dependencies: Dependencies;
  /** Why a start would be in vain, and what to do about it; undefined where nothing is known against it. */
  findStartProblem(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The parts a service is started from. */
export interface ServiceParts<Config, Dependencies> {
  /** Its name and version, in traces. */
  readonly service: { readonly name: string; readonly version: string };
  readonly compose: (config: Config, logger: FastifyBaseLogger) => Promise<Composition<Dependencies>>;
  readonly buildApp: (dependencies: Dependencies, config: Config) => Promise<FastifyInstance>;
}

/** What starting asks of a service's settings. */
export interface ListenConfig {
  readonly http: Pick<ServerConfig, 'logLevel' | 'tracesUrl'>;
  readonly host: string;
  readonly port: number;
}

/**
 * Starts a service in this process: its dependencies first, then its server.
 *
 * @throws StartError where an operator can help; whatever else composing or listening throws, after letting go of all that was opened
 */
export const startService = async <Config extends ListenConfig, Dependencies>(
  config: Config,
  { service, compose, buildApp }: ServiceParts<Config, Dependencies>,
): Promise<RunningService> => {
  const logger = createLogger(config.http.logLevel);
  const stopTracing = await startTracing({
    endpoint: config.http.tracesUrl,
    service: service.name,
    version: service.version,
  });
  const composition = await compose(config, logger);
  try {
    const problem = await composition.findStartProblem();
    if (problem !== undefined) throw new StartError(problem);
    const app = await buildApp(composition.dependencies, config);
    const { host, port } = config;
    const url = await app.listen({ host, port }).catch(async (error: unknown) => {
      await app.close();
      throw explainListenError(error, host, port);
    });
    const stop = async (): Promise<void> => {
      await app.close();
      await composition.close();
      await stopTracing();
    };
    return { url, logger, stop };
  } catch (error) {
    await composition.close();
    await stopTracing();
    throw error;
  }
};
