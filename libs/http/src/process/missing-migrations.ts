import { withTimeout, type DatabaseReadiness } from '@weir/infra';
import { PATIENCE_MS } from '../readiness/check-dependencies.js';

/**
 * Checks whether a database lacks tables of this version. An unreachable one does not prevent a start; `/ready` reports
 * it.
 *
 * @param command the command that creates the tables
 * @returns a message for operators; undefined when nothing is known to be missing
 */
export const findMissingMigrations = async (
  check: () => Promise<DatabaseReadiness>,
  command: string,
): Promise<string | undefined> => {
  const report = await withTimeout(PATIENCE_MS, check()).catch(() => undefined);
  return report?.ready === false && report.reason === 'migrations-pending'
    ? `The database (DATABASE_URL) lacks tables of this version. Run \`${command}\` with the same DATABASE_URL, then start again`
    : undefined;
};
