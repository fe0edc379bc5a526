import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { destination as openDestination, pino, type DestinationStream } from 'pino';
import { plainLine } from '@weir/api-contract';
import { shortened } from './connections/client-network.js';
import { type KnownRoute, loggedPath } from './logged-path.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path holds a secret: log lines name the route instead. */
    hasSecretPath?: boolean;
  }
  interface FastifyInstance {
    /** All routes of the app. */
    readonly knownRoutes?: readonly KnownRoute[];
  }
}

/** What a log line keeps of a request. The client's address is truncated: logs are kept long and read by many. */
const describeRequest = ({ method, url, host, ip, routeOptions, server }: FastifyRequest) => ({
  method,
  host,
  client: shortened(ip),
  url: loggedPath(server.knownRoutes ?? [], { url, routeUrl: routeOptions.url, config: routeOptions.config }),
});

/** Writes each log line as one line for every reader, no matter who wrote the texts in it. */
const oneLineEach = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(`${plainLine(line.trimEnd())}\n`),
});

/**
 * Creates a logger that writes one JSON object per line. Headers and bodies are not logged, client addresses only in
 * part; an authorization header would be redacted.
 *
 * @param destination standard output by default
 */
export const createLogger = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization'],
      serializers: { req: describeRequest, err: pino.stdSerializers.err },
    },
    oneLineEach(destination ?? openDestination(1)),
  );
