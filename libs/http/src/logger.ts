import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { shortened } from './connections/client-network.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path holds a secret: log lines name the route instead. */
    hasSecretPath?: boolean;
  }
}

/** What a log line keeps of a request. The client's address is truncated: logs are kept long and read by many. */
const describeRequest = ({ method, url, host, ip, routeOptions }: FastifyRequest) => ({
  ...{ method, host, client: shortened(ip) },
  url: routeOptions.config.hasSecretPath === true ? routeOptions.url : url,
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
    destination,
  );
