import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database } from '@weir/infra';
import { openSession } from '@weir/postgres';

interface Addressed {
  readonly url: string;
}

/** The database of a URL on other servers, of which one takes writes. */
export const listOf = (databaseUrl: string, ...servers: readonly Addressed[]): string => {
  const { username, password, pathname } = new URL(databaseUrl);
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
};

/** The database of a URL on another server. */
export const databaseAt = (databaseUrl: string, { url }: Addressed): string =>
  Object.assign(new URL(databaseUrl), { host: new URL(url).host }).href;

/** Runs statements one by one on a server, as its superuser. @returns the last one's rows */
export const onServer = async (
  { url }: Addressed,
  ...statements: readonly string[]
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const session = await openSession(url);
  try {
    let rows: readonly Readonly<Record<string, unknown>>[] = [];
    for (const statement of statements) rows = await session.query(statement);
    return rows;
  } finally {
    await session.close();
  }
};

/** Waits until a question about a server has an answer. */
export const untilTrue = async (ask: () => Promise<boolean>): Promise<void> => {
  while (!(await ask())) await sleep(20);
};

/** Commits wait from now on until a standby has them on disk. */
export const commitWith = async (server: Addressed, standby: string): Promise<void> => {
  await onServer(server, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`, 'SELECT pg_reload_conf()');
  await untilTrue(
    async () => (await onServer(server, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
  );
};

/** Looks into a database. */
export const lookInto = async <T>(url: string, look: (db: Database) => Promise<T>): Promise<T> => {
  const db = createDatabase({ url, maxConnections: 1 });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
};
