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
  /** Finishes requests in progress, then releases all resources. */
  stop(): Promise<void>;
}

/** A service's dependencies over real servers, and how to release them. */
export interface Composition<Dependencies> {
  readonly dependencies: Dependencies;
  /** Returns why a start would fail and what to do about it; undefined when nothing is known against it. */
  findStartProblem(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The parts a service is started from. */
export interface ServiceParts<Config, Dependencies> {
  /** Name and version, for traces. */
  readonly service: { readonly name: string; readonly version: string };
  readonly compose: (config: Config, logger: FastifyBaseLogger) => Promise<Composition<Dependencies>>;
  readonly buildApp: (dependencies: Dependencies, config: Config) => Promise<FastifyInstance>;
}

/** The settings that starting needs. */
export interface ListenConfig {
  readonly http: Pick<ServerConfig, 'logLevel' | 'tracesUrl'>;
  readonly host: string;
  readonly port: number;
}

/**
 * Starts a service in this process: its dependencies first, then its server.
 *
 * @throws StartError where an operator can help; else whatever composing or listening throws. Everything opened is
 * released first
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
  const composition = await compose(config, logger).catch(async (error: unknown) => {
    await stopTracing();
    throw error;
  });
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
