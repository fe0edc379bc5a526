import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet, type Devnet } from '@weir/devnet';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { createWallet } from '@weir/wallet';
import { endOf, listening, makeBundle, removeBundle, spawnBundled, type Bundle } from './support/bundled.js';
import { type ComposeService, expressionsOf, readCompose, readImage, startOrder } from './support/manifests.js';
import { metricsOf } from './support/promql.js';

const START_MS = 60_000;
/** Such as openssl makes. */
const TOKEN = 'b7f0c4d2a95e8136';

const image = readImage();
let bundle: Bundle;
let devnet: Devnet;
let records: TestDatabase;
let index: TestDatabase;
let services: Readonly<Record<string, ComposeService>>;
const running: ChildProcess[] = [];

/** What a container of compose.yaml has in its environment, but for what no test machine has: its hosts and ports. */
const environmentOf = (name: string, here: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...image.environment,
  ...services[name]?.environment,
  PORT: '0',
  ...here,
});

/** Runs a container's command as the image would. */
const run = (name: string, here: Readonly<Record<string, string>>): ChildProcess => {
  const [node, ...args] = [...image.entrypoint, ...(services[name]?.command ?? [])];
  expect(node).toBe('node');
  return spawnBundled(bundle, args, environmentOf(name, here));
};

const start = async (name: string, here: Readonly<Record<string, string>>): Promise<string> => {
  const child = run(name, here);
  running.push(child);
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

const post = async (url: string, body: object, bearer?: string) => {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await json(response) };
};

/** A caller who has proven who they are. */
const signIn = async (api: string, seed: string) => {
  const wallet = createWallet({ privateKey: seed });
  const { address } = wallet;
  const { message, nonceId } = (await post(`${api}/api/auth/nonce`, { address })).body as Record<string, string>;
  const signature = wallet.signMessage(String(message));
  const { bearer } = (await post(`${api}/api/auth/verify`, { address, signature, nonceId })).body;
  return { address, post: (path: string, body: object) => post(`${api}${path}`, body, String(bearer)) };
};

beforeAll(async () => {
  [bundle, devnet, records, index] = await Promise.all([
    makeBundle(),
    startDevnet(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  devnet.node.mine(12);
  const variables = { POSTGRES_PASSWORD: TOKEN, METRICS_TOKEN: TOKEN, AUTH_DOMAIN: 'app.example', CONSOLE: 'off' };
  ({ services } = readCompose({ ...variables, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url }));
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([devnet.stop(), records.drop(), index.drop()]);
  await removeBundle(bundle);
});

describe('the production bundle, run as the Dockerfile and compose.yaml say, on files nobody can write or read beside', () => {
  const apis: string[] = [];
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
    const { code, printed } = await endOf(run('api', { DATABASE_URL: records.url }));
    expect(code).toBe(1);
    expect(printed).toContain('Run `node app/migrate.js` with the same DATABASE_URL');
    const { scripts } = JSON.parse(await readFile(join(bundle.folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['migrate']).toBe('node app/migrate.js');
  });

  it('refuses to start in production with what is not safe there, in one message', async () => {
    const here = { DATABASE_URL: records.url, CORS_ORIGINS: '*', TRUST_PROXY: '', METRICS_TOKEN: '' };
    const { code, printed } = await endOf(run('api', here));
    expect(code).toBe(1);
    expect(printed).toMatch(/CORS_ORIGINS [\s\S]*HOST is 0\.0\.0\.0[\s\S]*METRICS_TOKEN is not set/);
  });

  it('starts what compose.yaml names, in its order, until all is ready', async () => {
    for (const name of startOrder(services)) {
      const { command, deploy } = services[name] ?? {};
      if (name === 'postgres') continue;
      const here = { DATABASE_URL: name.includes('indexer') ? index.url : records.url };
      if (command?.[0]?.includes('migrate')) {
        const expected = expect.stringMatching(/^up: (?:api|indexer)-001-/) as string;
        expect(await endOf(run(name, here))).toEqual({ code: 0, printed: expected });
        expect(await endOf(run(name, here))).toEqual({ code: 0, printed: 'Nothing to migrate.\n' });
      } else if (name === 'check-env') {
        const { PORT = '' } = image.environment;
        expect(await endOf(run(name, { PORT }))).toEqual({ code: 0, printed: '' });
        const { code, printed } = await endOf(run(name, { PORT, METRIC_TOKEN: 'x' }));
        expect([code, printed]).toEqual([1, expect.stringContaining('did you mean METRICS_TOKEN?')]);
      } else if (name === 'indexer') indexer = await start(name, here);
      else
        for (let one = 0; one < (deploy?.replicas ?? 1); one += 1)
          apis.push(await start(name, { ...here, INDEXER_URL: indexer }));
    }
    expect(apis).toHaveLength(2);
    for (const url of [indexer, ...apis]) expect(await untilReady(url)).toMatchObject({ success: true });
  });

  it('creates a stream by one API, and shows it by the other', async () => {
    const [first = '', second = ''] = apis;
    const sender = await signIn(first, 'sender');
    const { address: recipient } = createWallet({ privateKey: 'recipient' });
    const body = { recipient, totalAmount: 0.5, streamType: 'LINEAR' };
    const created = await sender.post('/api/streams/create', body);
    expect(created).toMatchObject({ status: 200, body: { success: true, stream: { status: 'PENDING' } } });
    const { id } = created.body['stream'] as { id: string };
    expect(await json(await fetch(`${second}/api/streams/${id}`))).toMatchObject({ stream: { recipient } });
    expect(await json(await fetch(`${second}/api/explorer/activity`))).toMatchObject({ success: true });
    expect(await json(await fetch(`${second}/api/indexer/status`))).toMatchObject({ success: true });
  });

  it('takes a list of recipients that needs a file and a thread', async () => {
    const creator = await signIn(apis[0] ?? '', 'creator');
    const created = await creator.post('/api/airdrops/create', { title: 'Bundle', totalAmount: 1, requireKyc: true });
    const { id } = created.body['campaign'] as { id: string };
    const recipients = Array.from({ length: 600 }, (_, row) => ({
      address: createWallet({ privateKey: `row ${row}` }).address,
      amount: 0.001,
    }));
    const made = await creator.post(`/api/airdrops/${id}/generate-merkle`, { recipients });
    expect(made).toMatchObject({ status: 200, body: { success: true, totalRecipients: 600 } });
  });

  it('serves its documentation and version, and figures to who brings the token', async () => {
    const [api = ''] = apis;
    const page = await fetch(`${api}/docs/static/swagger-ui-bundle.js`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
    const reported: string[] = ['up'];
    for (const url of [api, indexer]) {
      expect((await fetch(`${url}/metrics`)).status).toBe(401);
      const figures = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const page = await figures.text();
      expect(page).toContain('http_request_duration_seconds_bucket');
      reported.push(...[...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    }
    // Every metric that alerts and dashboard ask for is reported.
    const asked = ['alerts.yaml', 'dashboard.json'].flatMap((file) => expressionsOf(`deploy/monitoring/${file}`));
    const names = asked.flatMap(metricsOf).map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(names.length).toBeGreaterThan(30);
    // Metrics of standbys are reported only with standbys, those of oracles only with oracles.
    const expected = names.filter((name) => !/^weir_(?:standby_|db_reads_|oracle_)/.test(name));
    expect(expected.filter((name) => !reported.includes(name))).toEqual([]);
    const { version } = JSON.parse(await readFile(join(bundle.folder, 'package.json'), 'utf8')) as { version: string };
    expect(await json(await fetch(`${api}/api/info`))).toMatchObject({ version });
  });

  it('compares its records with the chain, and reads the chain again, by the commands of the manual', async () => {
    const settings = environmentOf('api', { DATABASE_URL: records.url });
    const doctor = await endOf(spawnBundled(bundle, ['app/doctor.js', '--json'], settings));
    expect({ code: doctor.code, report: JSON.parse(doctor.printed) as unknown }).toMatchObject({
      code: 0,
      report: { findings: [] },
    });
    const refused = await endOf(spawnBundled(bundle, ['app/reindex.js'], { DATABASE_URL: index.url }));
    expect(refused).toEqual({ code: 1, printed: expect.stringContaining('node app/reindex.js --yes') as string });
    const emptied = await endOf(spawnBundled(bundle, ['app/reindex.js', '--yes'], { DATABASE_URL: index.url }));
    expect(emptied).toEqual({ code: 0, printed: expect.stringContaining('The tables are empty') as string });
    expect(await untilReady(indexer)).toMatchObject({ success: true });
  });

  it('undoes no migration while rows exist, and says how many of what', async () => {
    const down = await endOf(spawnBundled(bundle, ['app/migrate.js', 'down'], { DATABASE_URL: records.url }));
    expect(down).toEqual({
      code: 1,
      printed: expect.stringMatching(/holds 1 airdrop_campaigns, 1 streams.*nothing was changed/) as string,
    });
    const status = await endOf(spawnBundled(bundle, ['app/migrate.js', 'status'], { DATABASE_URL: records.url }));
    expect(status).toEqual({ code: 0, printed: "DATABASE_URL names the API's database, version 1.0.\n" });
  });

  it('refuses the other database in every command, and names what it is', async () => {
    for (const [args, url] of [
      [['app/migrate.js'], index.url],
      [['app/migrate.js', 'down'], index.url],
      [['app/migrate-indexer.js'], records.url],
      [['app/reindex.js', '--yes'], records.url],
      [['app/doctor.js'], index.url],
      [['app/api.js'], index.url],
      [['app/indexer.js'], records.url],
    ] as const) {
      const settings = environmentOf(args[0] === 'app/indexer.js' ? 'indexer' : 'api', { DATABASE_URL: url });
      const { code, printed } = await endOf(spawnBundled(bundle, args, settings));
      expect([args, code]).toEqual([args, args[0] === 'app/doctor.js' ? 2 : 1]);
      expect(printed).toMatch(/DATABASE_URL names the (?:API|indexer)'s database, version 1\.0: expected the/);
    }
  });

  it('finds contracts without the service, by the command of the manual', async () => {
    const { address } = createWallet({ privateKey: 'nobody' });
    const args = ['app/recover.js', 'list', address, '--network', 'devnet', '--server', devnet.url];
    const listed = await endOf(spawnBundled(bundle, args, {}));
    expect(listed).toEqual({ code: 0, printed: expect.not.stringContaining('npm run') as string });
    const usage = await endOf(spawnBundled(bundle, ['app/recover.js', '--help'], {}));
    expect(usage).toEqual({
      code: 0,
      printed: expect.stringContaining('node app/recover.js list <address>') as string,
    });
  });

  it('serves its own console and guide, from its own folder', async () => {
    const own = { CONSOLE: 'on', GUIDE: 'on', CONSOLE_DIRECTORY: '', GUIDE_DIRECTORY: '' };
    const api = await start('api', { DATABASE_URL: records.url, ...own });
    for (const [path, name] of [
      ['/', 'console/index.html'],
      ['/guide/', 'guide/index.html'],
      ['/llms.txt', 'guide/llms.txt'],
    ] as const) {
      const page = await fetch(`${api}${path}`);
      expect([path, page.status]).toEqual([path, 200]);
      const file = await readFile(join(bundle.folder, name), 'utf8');
      expect(await page.text()).toContain(/<title>[^<]+<\/title>/.exec(file)?.[0] ?? file.slice(0, 100));
    }
  });

  it("passes the image's health check while it runs, and stops when it is asked to", async () => {
    const { port: PORT } = new URL(apis[0] ?? '');
    const check = () => endOf(spawnBundled(bundle, image.healthCheck.slice(1), { PORT }));
    expect(await check()).toEqual({ code: 0, printed: '' });
    const ends = running.map(endOf);
    for (const child of running) child.kill('SIGTERM');
    expect((await Promise.all(ends)).map(({ code }) => code)).toEqual(running.map(() => 0));
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
