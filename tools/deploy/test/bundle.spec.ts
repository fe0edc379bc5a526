import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet, type Devnet } from '@weir/devnet';
import { createTestDatabase, type TestDatabase } from '@weir/postgres';
import { createWallet } from '@weir/wallet';
import {
  endOf,
  listening,
  makeBundle,
  removeBundle,
  spawnBundled,
  type Bundle,
  type Ended,
} from './support/bundled.js';

const START_MS = 60_000;

let bundle: Bundle;
let devnet: Devnet;
let records: TestDatabase;
let index: TestDatabase;
const services: ChildProcess[] = [];

const command = (script: string, databaseUrl: string): Promise<Ended> =>
  endOf(spawnBundled(bundle, [`app/${script}.js`], { DATABASE_URL: databaseUrl }));

const start = async (script: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const chain = { BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' };
  const child = spawnBundled(bundle, [`app/${script}.js`], { ...chain, ...settings });
  services.push(child);
  return listening(child);
};

const untilReady = async (url: string): Promise<unknown> => {
  const end = Date.now() + START_MS;
  for (;;) {
    const response = await fetch(`${url}/ready`);
    if (response.ok || Date.now() > end) return response.json();
    await sleep(100);
  }
};

const json = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

const post = async (url: string, caller: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'x-user-address': caller };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await json(response) };
};

beforeAll(async () => {
  [bundle, devnet, records, index] = await Promise.all([
    makeBundle(),
    startDevnet(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  devnet.node.mine(12);
});

afterAll(async () => {
  for (const service of services) service.kill('SIGKILL');
  await Promise.all([devnet.stop(), records.drop(), index.drop()]);
  await removeBundle(bundle);
});

describe('the production bundle, as nobody, on files nobody can write, with nothing else to read', () => {
  let api: string;
  let indexer: string;

  it('is held to that: reading elsewhere and writing into the bundle are errors', async () => {
    const evaluate = (code: string) =>
      endOf(spawnBundled(bundle, ['--input-type=module', '--eval', `import fs from 'node:fs'; ${code}`], {}));
    const { pathname } = new URL('../package.json', import.meta.url);
    const [reading, writing] = await Promise.all([
      evaluate(`fs.readFileSync(${JSON.stringify(pathname)})`),
      evaluate(`fs.writeFileSync('app/api.js', '')`),
    ]);
    expect(reading).toEqual({ code: 1, printed: expect.stringContaining('ERR_ACCESS_DENIED') as string });
    expect(writing.code).toBe(1);
  });

  it('refuses to start without tables, and names the command that makes them', async () => {
    const settings = { DATABASE_URL: records.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' };
    const { code, printed } = await endOf(spawnBundled(bundle, ['app/api.js'], settings));
    expect(code).toBe(1);
    expect(printed).toContain('npm run migrate');
    const { scripts } = JSON.parse(await readFile(join(bundle.folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['migrate']).toBe('node app/migrate.js');
  });

  it('brings both databases to this version, and finds nothing to do afterwards', async () => {
    const [first, indexerFirst] = await Promise.all([
      command('migrate', records.url),
      command('migrate-indexer', index.url),
    ]);
    expect(first).toEqual({ code: 0, printed: expect.stringContaining('up: 001-streams') as string });
    expect(indexerFirst).toEqual({ code: 0, printed: expect.stringContaining('up: 001-indexer') as string });
    expect(await command('migrate', records.url)).toEqual({ code: 0, printed: 'Nothing to migrate.\n' });
  });

  it('starts both services, which become ready', async () => {
    indexer = await start('indexer', { DATABASE_URL: index.url });
    api = await start('api', { DATABASE_URL: records.url, INDEXER_URL: indexer });
    expect(await untilReady(api)).toMatchObject({ success: true, checks: { electrum: { ok: true } } });
    expect(await untilReady(indexer)).toMatchObject({ success: true, checks: { indexing: { ok: true } } });
  });

  it('creates a stream, and shows it', async () => {
    const [sender, recipient] = [createWallet({ privateKey: 'sender' }), createWallet({ privateKey: 'recipient' })];
    const body = { recipient: recipient.address, totalAmount: 0.5, streamType: 'LINEAR' };
    const created = await post(`${api}/api/streams/create`, sender.address, body);
    expect(created).toMatchObject({ status: 200, body: { success: true, stream: { status: 'PENDING' } } });
    const activity = await json(await fetch(`${api}/api/explorer/activity`));
    expect(activity).toMatchObject({ success: true, stats: expect.any(Object) as object });
    const seen = await json(await fetch(`${api}/api/indexer/status`));
    expect(seen).toMatchObject({ success: true });
  });

  it('takes a list of recipients that needs a file and a thread', async () => {
    const creator = createWallet({ privateKey: 'creator' });
    const campaign = { title: 'Bundle', totalAmount: 1, requireKyc: true };
    const created = await post(`${api}/api/airdrops/create`, creator.address, campaign);
    const { id } = created.body['campaign'] as { id: string };
    const recipients = Array.from({ length: 600 }, (_, row) => ({
      address: createWallet({ privateKey: `row ${row}` }).address,
      amount: 0.001,
    }));
    const made = await post(`${api}/api/airdrops/${id}/generate-merkle`, creator.address, { recipients });
    expect(made).toMatchObject({ status: 200, body: { success: true, totalRecipients: 600 } });
  });

  it('serves its documentation, version and figures', async () => {
    const page = await fetch(`${api}/docs/static/swagger-ui-bundle.js`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
    expect(await (await fetch(`${api}/metrics`)).text()).toContain('http_request_duration_seconds_bucket');
    const { version } = JSON.parse(await readFile(join(bundle.folder, 'package.json'), 'utf8')) as { version: string };
    expect(await json(await fetch(`${api}/api/info`))).toMatchObject({ version });
  });

  it('passes the health check while it runs, and stops when it is asked to', async () => {
    const { port } = new URL(api);
    const check = () => endOf(spawnBundled(bundle, ['app/health.js'], { PORT: port }));
    expect(await check()).toEqual({ code: 0, printed: '' });
    const ends = services.map(endOf);
    for (const service of services) service.kill('SIGTERM');
    expect((await Promise.all(ends)).map(({ code }) => code)).toEqual(services.map(() => 0));
    expect(await check()).toEqual({ code: 1, printed: '' });
  });

  it('says whose code is in it, none of which is for development alone', async () => {
    const notices = await readFile(join(bundle.folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) (\S+) \([^()]+\)$/gm)].map(([, name, version]) => `${name}@${version}`);
    expect(named.length).toBeGreaterThan(100);
    const lock = JSON.parse(await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, { version?: string; dev?: true }>;
    };
    const production = Object.entries(lock.packages).flatMap(([path, { version = '', dev }]) =>
      dev === true ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
    );
    expect(named.filter((name) => !production.includes(name))).toEqual([]);
  });
});
