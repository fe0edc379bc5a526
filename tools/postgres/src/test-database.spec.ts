import pg from 'pg';
import { createTestDatabase } from './test-database.js';

async function namesOn(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
  await client.end();
  return rows.map((row) => row.datname);
}

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

  it('uses the server of DATABASE_URL', async () => {
    const host = await createTestDatabase();
    const before = process.env['DATABASE_URL'];
    process.env['DATABASE_URL'] = host.url;
    try {
      const guest = await createTestDatabase();
      expect(new URL(guest.url).host).toBe(new URL(host.url).host);
      await guest.drop();
      expect(await namesOn(host.url)).not.toContain(new URL(guest.url).pathname.slice(1));
    } finally {
      if (before === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = before;
      await host.drop();
    }
  });
});
