import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { retryTransaction } from '../locks/transaction-in-turn.js';
import type { DataCheck } from './data-check.js';
import { DATA_CHECKS, DEAD_OUTBOX } from './data-checks.js';

/** How long a statement that repairs waits for a lock, before it gives way and is tried again. */
const LOCK_TIMEOUT = '2s';
/** How many rows of a fault are shown. */
const MOST_SHOWN = 1_000;

/** A fault of the data, as it was found. */
export interface DataFault extends Pick<DataCheck, 'fault' | 'type'> {
  readonly id: string;
  readonly name: string;
  readonly says: string;
}

const find = async (db: Database, { fault, type, find: select }: Omit<DataCheck, 'repair'>) => {
  const { rows } = await sql<Pick<DataFault, 'id' | 'name' | 'says'>>`
    SELECT * FROM (${sql.raw(select)}) AS found LIMIT ${MOST_SHOWN}`.execute(db);
  return rows.map((row): DataFault => ({ fault, type, ...row }));
};

/** The doctor's own statements. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export const createDoctorRepository = (db: Database) => ({
  /** Names of all checks of the data. */
  checks: [...DATA_CHECKS.map(({ fault }) => fault), DEAD_OUTBOX.fault],
  /** Finds what the database shows by itself, at most 1,000 of each. */
  async dataFaults(): Promise<readonly DataFault[]> {
    const found: DataFault[] = [];
    for (const check of [...DATA_CHECKS, DEAD_OUTBOX]) found.push(...(await find(db, check)));
    return found;
  },
  /** Repairs a fault of the data where it is. */
  async repairData(fault: string): Promise<void> {
    for (const check of DATA_CHECKS) {
      if (check.fault !== fault) continue;
      await retryTransaction(() =>
        db.transaction().execute(async (transaction) => {
          await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
          for (const statement of check.repair) await sql.raw(statement).execute(transaction);
        }),
      );
    }
  },
});

export type DoctorRepository = ReturnType<typeof createDoctorRepository>;
