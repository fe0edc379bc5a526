import pg from 'pg';

/**
 * Terminates every other session on a database, as a restart of the server would.
 *
 * @param url connection string of a superuser
 * @returns the number of sessions terminated
 */
export async function endSessions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
