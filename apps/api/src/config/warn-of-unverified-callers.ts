import type { FastifyBaseLogger } from 'fastify';
import type { HttpConfig } from './config.js';

const WORDS =
  'AUTH_MODE=header: callers are NOT proven. Anyone who can reach this service can create records in the name of any address. Set AUTH_MODE=signed, or let only a gateway that proves callers reach it';

/**
 * Logs that callers are not verified, so that nobody runs a public service that way unawares: an error on mainnet, else
 * a warning.
 */
export const warnOfUnverifiedCallers = (
  { auth, network }: Pick<HttpConfig, 'auth' | 'network'>,
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): void => {
  if (auth.mode === 'signed') return;
  logger[network === 'mainnet' ? 'error' : 'warn']({ authMode: auth.mode, network }, WORDS);
};
