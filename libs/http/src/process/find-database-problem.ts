import type { FastifyBaseLogger } from 'fastify';
import { createDatabase, type DatabaseKind, type DatabaseStateName, readDatabaseState, withTimeout } from '@weir/infra';
import { PATIENCE_MS } from '../readiness/check-dependencies.js';

/** A database that a service is about to use. */
export interface DatabaseToCheck {
  /** The setting that names it. */
  readonly setting: string;
  readonly url: string;
  readonly kind: DatabaseKind;
  /** States in addition `current` in which the service starts all the same, with a warning. */
  readonly tolerated: readonly DatabaseStateName[];
}

/**
 * Checks before a start that a database is the service's own, of its version, on a server that is recent enough. An
 * unreachable one does not prevent a start; `/ready` reports it.
 *
 * @returns a message for operators; undefined when nothing is known against the database
 */
export const findDatabaseProblem = async (
  { setting, url, kind, tolerated }: DatabaseToCheck,
  logger: FastifyBaseLogger,
): Promise<string | undefined> => {
  const database = createDatabase({
    url,
    applicationName: 'weir-start',
    maxConnections: 1,
    connectionTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
  });
  try {
    const { state, message } = await withTimeout(PATIENCE_MS, readDatabaseState(database, kind, setting));
    if (state === 'current') return undefined;
    if (!tolerated.includes(state)) return message;
    logger.warn(message);
    return undefined;
  } catch (error) {
    logger.warn({ err: error }, `The database of ${setting} could not be checked before the start`);
    return undefined;
  } finally {
    // A connection that hangs is left to its own timeout.
    void database.destroy().catch(() => undefined);
  }
};
