import pg from 'pg';

/**
 * Ends every session on a database but its own, as a restart of the server does to them.
 *
 * @param url of the database, with a superuser's account
 * @returns how many
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
