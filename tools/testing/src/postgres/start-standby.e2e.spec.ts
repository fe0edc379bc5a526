import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeBaseBackup } from './base-backup.js';
import { ask } from './session.js';
import { startPostgres } from './start-postgres.js';
import { makeArchive, startRestored } from './start-restored.js';
import { startStandby } from './start-standby.js';

/** Commits wait from now on until the standby shows what they wrote. */
const waitForStandby = async (url: string, name: string): Promise<void> => {
  await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await ask(url, "ALTER SYSTEM SET synchronous_commit = 'remote_apply'");
  await ask(url, 'SELECT pg_reload_conf()');
  while ((await ask(url, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 0);
};

it('follows a server that goes on, answers, and takes its place when it is killed', async () => {
  const primary = await startPostgres();
  await ask(primary.url, 'CREATE TABLE kept AS SELECT 1 AS answer');
  const standby = await startStandby(primary.url, 'one');
  await waitForStandby(primary.url, 'one');
  await ask(primary.url, 'INSERT INTO kept VALUES (2)');
  // The server takes the setting on in its own time: the first commits after it may not have waited.
  while ((await ask(standby.url, 'SELECT FROM kept')).length < 2);
  await expect(ask(standby.url, 'INSERT INTO kept VALUES (3)')).rejects.toThrow('read-only transaction');
  await primary.kill();
  await expect(ask(primary.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await standby.promote();
  await ask(standby.url, 'INSERT INTO kept VALUES (3)');
  expect(await ask(standby.url, 'SELECT count(*) AS rows FROM kept')).toEqual([{ rows: '3' }]);
  // The killed one keeps its data for the next start.
  await primary.restart();
  expect(await ask(primary.url, 'SELECT count(*) AS rows FROM kept')).toEqual([{ rows: '2' }]);
  await Promise.all([primary.stop(), standby.stop()]);
});

it('is restored from a base backup and the archive to a moment', async () => {
  const archive = await makeArchive();
  const directory = await mkdtemp(join(tmpdir(), 'weir-backup-'));
  const primary = await startPostgres({ settings: archive.settings });
  try {
    await ask(primary.url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    const backup = join(directory, 'base');
    await takeBaseBackup(primary.url, backup);
    await ask(primary.url, 'INSERT INTO kept VALUES (2)');
    const [moment] = await ask(primary.url, 'SELECT pg_current_wal_lsn() AS lsn');
    await ask(primary.url, 'INSERT INTO kept VALUES (3)');
    await ask(primary.url, 'SELECT pg_switch_wal()');
    await primary.stop();
    const restored = await startRestored({
      backup,
      archive: archive.directory,
      target: `recovery_target_lsn = '${String(moment?.['lsn'])}'`,
      password: new URL(primary.url).password,
    });
    expect(await ask(restored.url, 'SELECT count(*) AS rows FROM kept')).toEqual([{ rows: '2' }]);
    await restored.stop();
  } finally {
    await Promise.all([archive.remove(), rm(directory, { recursive: true, force: true })]);
  }
});
