import { text } from 'node:stream/consumers';
import { endOf, killServices, listeningUrl, spawnService } from '@weir/simulation';
import { eventually } from '@weir/testing';
import { createTestDatabase } from '@weir/testing/postgres';
import { processSettings } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { openRaw, requestOf } from '../support/raw-connection.js';

describe('the process', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(async () => {
    killServices();
    await fixture.stop();
  });

  const settings = () => processSettings(fixture);

  it('ends with 1 and one message that names all settings that are wrong', async () => {
    const api = await spawnService('api', { BCH_NETWORK: 'moonnet', PORT: 'x' });
    const [words, code] = await Promise.all([text(api.stderr), endOf(api)]);
    expect(code).toBe(1);
    expect(words).toContain('DATABASE_URL is required');
    expect(words).toContain('BCH_NETWORK must be one of');
    expect(words).toContain('PORT must be a whole number');
    expect(words).not.toContain('    at ');
  });

  it('warns of a misspelt setting, and starts', async () => {
    const api = await spawnService('api', { ...settings(), LOG_LEVEL: 'info', RATE_LIMT_MAX: '5' });
    const said = text(api.stdout);
    await listeningUrl(api);
    api.kill('SIGKILL');
    expect(await said).toContain('RATE_LIMT_MAX is not a setting and has no effect: did you mean RATE_LIMIT_MAX?');
  });

  it('ends with 1 when its port is taken', async () => {
    const first = await spawnService('api', settings());
    const { port } = new URL(await listeningUrl(first));
    const second = await spawnService('api', { ...settings(), PORT: port });
    const [words, code] = await Promise.all([text(second.stderr), endOf(second)]);
    expect([code, words.trim()]).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is in use by another process. Stop that one, or set PORT to a free port (0 takes any)`,
    ]);
    const end = endOf(first);
    first.kill('SIGTERM');
    expect(await end).toBe(0);
  });

  it('ends with 1 on a database without tables, and names the command that makes them', async () => {
    const empty = await createTestDatabase();
    // One that a busy machine keeps from asking the database in time starts, and is not ready: then it is tried again.
    await eventually(async () => {
      const api = await spawnService('api', { ...settings(), DATABASE_URL: empty.url });
      void listeningUrl(api).then(
        () => api.kill('SIGKILL'),
        () => undefined,
      );
      const [words, code] = await Promise.all([text(api.stderr), endOf(api)]);
      expect([code, words.trim()]).toEqual([
        1,
        "DATABASE_URL names an empty database: expected the API's database, version 1.0. Run `node app/migrate.js` with the same DATABASE_URL.",
      ]);
    });
    await empty.drop();
  });

  it('outlives clients that reset their connection before they can be named in its log', async () => {
    const api = await spawnService('api', { ...settings(), LOG_LEVEL: 'info', WATCHER: 'off' });
    const url = await listeningUrl(api);
    for (let times = 0; times < 200; times += 1) {
      const { socket, ended: gone } = await openRaw(url);
      socket.write(requestOf(times % 2 === 0 ? 'GET' : 'POST', '/api/streams', ['content-length: 2'], '{}'), () =>
        socket.resetAndDestroy(),
      );
      await gone;
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const end = endOf(api);
    api.kill('SIGTERM');
    expect(await end).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('serves, and stops gracefully on %s', async (signal) => {
    const api = await spawnService('api', settings());
    const url = await listeningUrl(api);
    await eventually(async () => {
      const ready = await fetch(`${url}/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([
        200,
        { success: true, checks: { watcher: { mode: 'protect' } } },
      ]);
    });
    expect((await fetch(`${url}/api/streams`)).status).toBe(200);
    const end = endOf(api);
    api.kill(signal);
    expect(await end).toBe(0);
  });
});
