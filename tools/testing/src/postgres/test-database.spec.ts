import pg from 'pg';
import { ask } from './session.js';
import { createTestDatabase } from './test-database.js';

const namesOn = async (url: string): Promise<string[]> =>
  (await ask(url, 'SELECT datname FROM pg_database')).map(({ datname }) => String(datname));

describe('createTestDatabase', () => {
  it('gives separate databases on one server and drops them, in use or not', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [first, second] = [new URL(one.url), new URL(two.url)];
    expect(first.host).toBe(second.host);
    expect(first.pathname).not.toBe(second.pathname);

    const idle = new pg.Client({ connectionString: one.url });
    const ended = new Promise((resolve) => idle.on('error', resolve));
    await idle.connect();
    await one.drop();
    await one.drop();
    await ended;
    const names = await namesOn(two.url);
    expect(names).toContain(second.pathname.slice(1));
    expect(names).not.toContain(first.pathname.slice(1));
    await two.drop();
  });

  it('runs a preparation once, for all who ask at once, and gives each a copy', async () => {
    let runs = 0;
    const preparation = {
      name: 'counted',
      async prepare(url: string) {
        runs += 1;
        await ask(url, 'CREATE TABLE kept (n int)');
        await ask(url, `INSERT INTO kept VALUES (${runs})`);
      },
    };
    const databases = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase(preparation)));
    const [first = '', ...others] = databases.map(({ url }) => url);
    expect(runs).toBe(1);
    await ask(first, 'INSERT INTO kept VALUES (9)');
    for (const url of others) expect(await ask(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await Promise.all(databases.map(({ drop }) => drop()));
  });

  it('runs a preparation again after one that failed', async () => {
    const held = await createTestDatabase();
    const failing = { name: 'failing', prepare: () => Promise.reject(new Error('not this time')) };
    await expect(createTestDatabase(failing)).rejects.toThrow('not this time');
    const { url, drop } = await createTestDatabase({
      ...failing,
      prepare: async (empty) => {
        await ask(empty, 'CREATE TABLE kept (n int)');
      },
    });
    expect(await ask(url, 'SELECT n FROM kept')).toEqual([]);
    await drop();
    await held.drop();
  });

  it('uses the server of DATABASE_URL, where a template might be of another version', async () => {
    const host = await createTestDatabase();
    const before = process.env['DATABASE_URL'];
    process.env['DATABASE_URL'] = host.url;
    try {
      const guest = await createTestDatabase();
      expect(new URL(guest.url).host).toBe(new URL(host.url).host);
      let runs = 0;
      const prepare = async (url: string) => {
        runs += 1;
        await ask(url, `CREATE TABLE made_${runs} ()`);
      };
      const prepared = [
        await createTestDatabase({ name: 'own', prepare }),
        await createTestDatabase({ name: 'own', prepare }),
      ];
      expect(runs).toBe(2);
      expect((await namesOn(host.url)).filter((name) => name.includes('own'))).toEqual([]);
      for (const { drop } of [guest, ...prepared]) await drop();
      expect(await namesOn(host.url)).not.toContain(new URL(guest.url).pathname.slice(1));
    } finally {
      if (before === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = before;
      await host.drop();
    }
  });
});
