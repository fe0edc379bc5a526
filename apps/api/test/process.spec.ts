import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

type Process = ChildProcessByStdio<null, Readable, Readable>;

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The API as operators start it, from its sources. */
const start = (environment: Readonly<Record<string, string>>): Process =>
  spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** How the process ended: its code, or the signal it died of. */
const ended = (api: Process): Promise<number | string | null> =>
  new Promise((resolve) => {
    api.once('exit', (code, signal) => resolve(code ?? signal));
  });

/** Waits for the log line that names where it listens. */
const listening = async (api: Process): Promise<string> => {
  for await (const line of createInterface(api.stdout)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The process ended before it listened');
};

describe('the process', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const settings = () => ({ DATABASE_URL: world.config.databaseUrl, BCH_NETWORK: 'devnet', ELECTRUM_URLS: world.devnet.url, PORT: '0' });

  it('ends with 1 and one message that names all settings that are wrong', async () => {
    const api = start({ BCH_NETWORK: 'moonnet', PORT: 'x' });
    const [words, code] = await Promise.all([text(api.stderr), ended(api)]);
    expect(code).toBe(1);
    expect(words).toContain('DATABASE_URL is required');
    expect(words).toContain('BCH_NETWORK must be one of');
    expect(words).toContain('PORT must be a whole number');
    expect(words).not.toContain('    at ');
  });

  it('ends with 1 when its port is taken', async () => {
    const first = start(settings());
    const { port } = new URL(await listening(first));
    const second = start({ ...settings(), PORT: port });
    const [words, code] = await Promise.all([text(second.stderr), ended(second)]);
    expect([code, words]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
    const end = ended(first);
    first.kill('SIGTERM');
    expect(await end).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('serves, and stops gracefully on %s', async (signal) => {
    const api = start(settings());
    const url = await listening(api);
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { success: true, checks: { watcher: { mode: 'protect' } } }]);
    expect((await fetch(`${url}/api/streams`)).status).toBe(200);
    const end = ended(api);
    api.kill(signal);
    expect(await end).toBe(0);
  });
});
