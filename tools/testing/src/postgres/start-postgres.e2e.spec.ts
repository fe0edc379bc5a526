import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from './session.js';
import { startPostgres } from './start-postgres.js';

async function dataDirectoryOf(url: string): Promise<string> {
  const [row] = await ask(url, "SELECT current_setting('data_directory') AS directory");
  return String(row?.['directory']);
}

describe('startPostgres', () => {
  it('starts on loopback, answers, and leaves nothing behind', async () => {
    const server = await startPostgres();
    const directory = await dataDirectoryOf(server.url);
    expect(await ask(server.url, "SELECT current_setting('listen_addresses') AS addresses")).toEqual([
      { addresses: '127.0.0.1' },
    ]);
    await server.stop();
    await server.stop();
    await expect(ask(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await expect(stat(directory)).rejects.toThrow('ENOENT');
  });

  it('refuses a wrong password', async () => {
    const server = await startPostgres();
    const forged = new URL(server.url);
    forged.password = 'guess';
    await expect(ask(forged.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('keeps committed data over a crash, on the same address', async () => {
    const server = await startPostgres();
    await ask(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.crash();
    await expect(ask(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await server.restart();
    await server.restart();
    expect(await ask(server.url, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    await server.stop();
  });

  it('keeps a given directory, and opens it again', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'weir-postgres-spec-'));
    // The server may run under another account, which has to get through here.
    await chmod(parent, 0o755);
    const dataDirectory = join(parent, 'made', 'here');
    try {
      const first = await startPostgres({ dataDirectory });
      await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await expect(startPostgres({ dataDirectory })).rejects.toThrow('lock file "postmaster.pid" already exists');
      await first.stop();
      const second = await startPostgres({ dataDirectory });
      expect(await ask(second.url, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
      await second.stop();
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });

  it('says why it cannot start', async () => {
    const server = await startPostgres();
    await expect(startPostgres({ port: Number(new URL(server.url).port) })).rejects.toThrow(/Address already in use/);
    await server.stop();
  });
});
