import pg from 'pg';

/** A database session of a test, to hold locks, create roles or block others. */
export interface Session {
  /** Runs statements and returns the rows of the last one. */
  query(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends the session and its transaction. */
  close(): Promise<void>;
}

/** Opens a session. @param url `postgres://` */
export async function openSession(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return {
    async query(statement) {
      // Several statements have several results, which the driver's types do not know of.
      const results = [await client.query<Record<string, unknown>>(statement)].flat();
      return results.at(-1)?.rows ?? [];
    },
    close: () => client.end(),
  };
}

/** Runs statements in a session of their own. @returns the rows of the last one */
export async function ask(url: string, statement: string): ReturnType<Session['query']> {
  const session = await openSession(url);
  try {
    return await session.query(statement);
  } finally {
    await session.close();
  }
}

/**
 * Terminates every other session on a database, as a restart of the server would.
 *
 * @param url connection string of a superuser
 * @returns the number of sessions terminated
 */
export const endSessions = async (url: string): Promise<number> =>
  (
    await ask(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  ).length;
