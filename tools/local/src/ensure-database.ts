import { sql } from 'kysely';
import { createDatabase } from '@weir/infra';

/** Creates a database on the server of another one, unless it exists. @returns its URL */
export const ensureDatabase = async (beside: string, name: string): Promise<string> => {
  const db = createDatabase({ url: beside, maxConnections: 1 });
  try {
    const { rows } = await sql`SELECT FROM pg_database WHERE datname = ${name}`.execute(db);
    if (rows.length === 0) await sql`CREATE DATABASE ${sql.id(name)}`.execute(db);
  } finally {
    await db.destroy();
  }
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
};
