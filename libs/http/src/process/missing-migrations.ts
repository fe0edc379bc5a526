import { withTimeout, type DatabaseReadiness } from '@weir/infra';
import { PATIENCE_MS } from '../readiness/check-dependencies.js';

/**
 * Whether a database lacks the tables of this version. One that is away is no obstacle to a start: `/ready` tells.
 *
 * @param command makes the tables
 * @returns words for operators; undefined where nothing is known to lack
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
