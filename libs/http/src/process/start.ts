import { readFileSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { turnTracingOn } from '@weir/infra';
import { ConfigError } from '../config/environment-reader.js';
import type { ServerConfig } from '../config/server-config.js';
import { createLogger } from '../logger.js';

/** Where spans are sent, and the service they belong to. */
interface TracingOptions {
  /** Base URL of an OTLP/HTTP receiver, http://host:4318; undefined traces nothing and loads no tracing code. */
  readonly endpoint: string | undefined;
  /** `weir-api` or `weir-indexer`. */
  readonly service: string;
  readonly version: string;
}

/**
 * Starts exporting spans in batches. OpenTelemetry reads its other variables itself (OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_TRACES_SAMPLER, OTEL_BSP_*).
 *
 * @returns a function that flushes and ends the export
 */
const startTracing = async ({ endpoint, service, version }: TracingOptions): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startExport } = await import('../tracing/start-export.js');
  const stop = startExport(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
    'service.name': service,
    'service.version': version,
  });
  turnTracingOn();
  return stop;
};

/** Thrown when a service cannot start; the message says what an operator should do, so no stack is printed. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const HINTS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another process. Stop that one, or set PORT to a free port (0 takes any)`,
  EACCES: (host, port) =>
    `This account may not listen on port ${port} of ${host}. Set PORT to 1024 or above, or grant the right to lower ports`,
  EADDRNOTAVAIL: (host) =>
    `HOST=${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all`,
  ENOTFOUND: (host) => `HOST=${host} cannot be resolved. Set HOST to an address of this machine, or to 0.0.0.0 for all`,
};

/** Turns a listen error into a {@link StartError} with advice; an unknown error is returned as it is. */
export const explainListenError = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const hint = HINTS[code];
  return hint === undefined ? error : new StartError(hint(host, port), { cause: error });
};

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
  close(): Promise<void>;
}

/** The parts a service is started from. */
export interface ServiceParts<Config, Dependencies> {
  /** Name and version, for traces. */
  readonly service: { readonly name: string; readonly version: string };
  /**
   * Returns why a start would fail and what to do about it; undefined when nothing is known against it. It runs before
   * anything else is opened or written.
   */
  readonly findStartProblem: (config: Config, logger: FastifyBaseLogger) => Promise<string | undefined>;
  readonly compose: (config: Config, logger: FastifyBaseLogger) => Promise<Composition<Dependencies>>;
  readonly buildApp: (dependencies: Dependencies, config: Config) => Promise<FastifyInstance>;
}

/** The settings that starting needs. */
export interface ListenConfig {
  readonly http: Pick<ServerConfig, 'logLevel' | 'tracesUrl'>;
  readonly host: string;
  readonly port: number;
  /** A line for each variable that looks like a setting and is none. */
  readonly unknownSettings: readonly string[];
}

/**
 * Starts a service in this process: its dependencies first, then its server.
 *
 * @throws StartError where an operator can help; else the errors of composing or listening. Everything opened is
 * released first
 */
export const startService = async <Config extends ListenConfig, Dependencies>(
  config: Config,
  { service, findStartProblem, compose, buildApp }: ServiceParts<Config, Dependencies>,
): Promise<RunningService> => {
  const logger = createLogger(config.http.logLevel);
  for (const line of config.unknownSettings) logger.warn(line);
  const problem = await findStartProblem(config, logger);
  if (problem !== undefined) throw new StartError(problem);
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

/** Time limit for a graceful stop, milliseconds. */
const STOP_MS = 15_000;

/**
 * Runs a service in this process until SIGTERM or SIGINT stops it gracefully. A start that fails for a reason operators
 * can fix prints a message, anything else its stack; both set exit code 1.
 */
export const runService = async (start: () => Promise<RunningService>): Promise<void> => {
  try {
    const service = await start();
    const { logger } = service;
    closeWithGrace({ delay: STOP_MS, logger }, async ({ err, signal }) => {
      if (err === undefined) logger.info({ signal }, 'Stopping');
      else logger.fatal({ err }, 'Unhandled error; stopping');
      await service.stop();
    });
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
};

/** Reads the version from a package's manifest. @param manifest URL of its package.json */
export const versionOf = (manifest: URL): string => {
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0.0.0';
};
