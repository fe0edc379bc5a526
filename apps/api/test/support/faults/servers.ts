import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimResponse } from '@weir/api-contract';
import { createDatabase, type Database } from '@weir/infra';
import { openSession } from '@weir/testing/postgres';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from '../fixture.js';

interface Addressed {
  readonly url: string;
}

/** Returns a connection string for the same database on several servers, of which one accepts writes. */
export const listOf = (databaseUrl: string, ...servers: readonly Addressed[]): string => {
  const { username, password, pathname } = new URL(databaseUrl);
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
};

/** Returns a connection string for the same database on another server. */
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

/** Waits until a query of a server has a result. */
export const untilTrue = async (ask: () => Promise<boolean>): Promise<void> => {
  while (!(await ask())) await sleep(20);
};

/** Makes commits wait until a standby has flushed them. */
export const commitWith = async (server: Addressed, standby: string): Promise<void> => {
  await onServer(server, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`, 'SELECT pg_reload_conf()');
  await untilTrue(
    async () => (await onServer(server, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
  );
};

/** Queries a database. */
export const lookInto = async <T>(url: string, look: (db: Database) => Promise<T>): Promise<T> => {
  const db = createDatabase({ url, maxConnections: 1 });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
};

/** Everything that was answered with success. */
export interface Promised {
  readonly kind: 'stream' | 'payment' | 'airdrop' | 'vault' | 'roster';
  readonly id: string;
  /** Asserts that all of it still holds, once, and agrees with the chain. */
  readonly assertHolds: (fixture: Fixture) => Promise<void>;
}

const isSpent = (error: unknown): boolean =>
  error instanceof Error && /conflict|missing|spent|already/i.test(error.message);

/** Signs and sends, on a chain on which the service may have paid the recipient meanwhile: then nothing is sent. */
export const send = async (
  wallet: Wallet,
  wcTransaction: ClaimResponse['wcTransaction'],
): Promise<string | undefined> => {
  try {
    return (await wallet.signTransaction(wcTransaction)).signedTransactionHash;
  } catch (error) {
    if (isSpent(error)) return undefined;
    throw error;
  }
};
