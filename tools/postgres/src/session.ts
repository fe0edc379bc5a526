import pg from 'pg';

/** A session of a test's own: to hold locks, make roles, stand in the way. */
export interface Session {
  /** Runs statements, and gives the last one's rows. */
  query(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends it, and with it its transaction. */
  close(): Promise<void>;
}

/** @param url `postgres://` */
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
