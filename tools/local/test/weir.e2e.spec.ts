import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { createDatabase } from '@weir/infra';
import { kindsOf, LIVES } from '@weir/lives';
import { capTable, eventually } from '@weir/testing';
import { createDemoWallets } from '../src/dev-kit/demo-wallets.js';
import type { LocalStack } from '../src/stack.js';
import { startTestStack } from '../src/test-stack.js';
import { bundleCommands } from './support/bundle-commands.js';

let folder: string;
let stack: LocalStack;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-command-'));
  [stack] = await Promise.all([startTestStack(), bundleCommands(folder, 'weir.main')]);
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [join(folder, 'weir.main.mjs'), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      WEIR_API: stack.apiUrl,
      WEIR_DEV: `${stack.devKitUrl}/dev`,
      DATABASE_URL: stack.databaseUrl,
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: stack.electrumUrl,
      ...env,
    },
  });
  let [printed, complained] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  return { child, printed: () => printed, complained: () => complained };
};

/** Runs a command to its end. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') => {
  const { child, printed, complained } = start(args, env);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed: printed(), complained: complained() };
};

describe('npm run weir', () => {
  it('prints its usage, and the mistake in a command line', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, printed: expect.stringContaining('listen') as string });
    for (const [args, words] of [
      [[], 'npm run weir -- <command>'],
      [['lisen'], 'There is no command "lisen"'],
      [['clock', 'pass'], 'Say how much time passes'],
      [['clock', 'pass', 'soon'], '"soon" is not a time'],
      [['trigger', 'stream.exploded'], 'it has created, funded, claimed'],
      [['trigger', 'stream.expired'], '--set PENDING_TTL=1'],
      [['listen', '--forward', 'nowhere'], 'is not a web address'],
      [['doctor', '--repair'], "Unknown option '--repair'"],
    ] as const)
      expect(await run(args)).toMatchObject({ code: 2, complained: expect.stringContaining(words) as string });
    expect(await run(['clock', '--help'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('30d') as string,
    });
  });

  it('says what to start where nothing runs', async () => {
    const nowhere = { WEIR_API: 'http://127.0.0.1:1', WEIR_DEV: 'http://127.0.0.1:1/dev' };
    for (const args of [['clock'], ['trigger', 'stream.created']])
      expect(await run(args, nowhere)).toMatchObject({
        code: 2,
        complained: expect.stringContaining('npm start') as string,
      });
  });

  it('moves time and blocks', async () => {
    const { height, time } = await (async () => {
      const { tip, time: clock } = await stack.control.info();
      return { height: tip.height, time: clock };
    })();
    const passed = await run(['clock', 'pass', '2d']);
    expect(passed).toMatchObject({ code: 0, printed: expect.stringMatching(/median time .* UTC/) as string });
    expect((await stack.control.info()).time).toBeGreaterThanOrEqual(time + 2 * 86_400);
    const mined = await run(['clock', 'mine', '2']);
    expect(mined.printed).toContain(`height       ${(await stack.control.info()).tip.height}`);
    expect((await stack.control.info()).tip.height).toBeGreaterThan(height + 2);
  });

  it('forwards events as a webhook does', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const listening = start([
      'listen',
      '--forward',
      url,
      '--secret',
      secret,
      '--product',
      'stream',
      '--kind',
      'funded',
    ]);
    await eventually(() => expect(listening.complained()).toContain('Listening'));

    const triggered = await run(['trigger', 'stream.funded']);
    expect(triggered).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^stream\.funded {2}#WEIR-BCH/) as string,
    });
    await eventually(() => expect(received).toHaveLength(1));
    await eventually(() => expect(listening.complained()).toContain('answered 200'));
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const event = new Webhook(secret).verify(body, headers as Record<string, string>);
    const page = await fetch(`${stack.apiUrl}/api/events?format=json&kind=funded&product=stream`);
    const { events } = (await page.json()) as { readonly events: readonly unknown[] };
    expect(event).toMatchObject({ type: 'stream.funded', data: events.at(-1) });
    expect(listening.printed()).toContain('stream.funded');

    listening.child.kill('SIGINT');
    expect((await once(listening.child, 'exit'))[0]).toBe(0);
    server.close();
  });

  const products = Object.keys(LIVES) as (keyof typeof LIVES)[];
  const all = products.flatMap((product) => kindsOf(product).map((kind) => `${product}.${kind}`));
  const sample = [
    'stream.refunded',
    'payment.resumed',
    'plan.funded',
    'airdrop.completed',
    'vault.closed',
    'vault.recovery_vetoed',
    'vault.recovered',
    'proposal.reopened',
  ];

  it.each(process.env['WEIR_ALL_TRIGGERS'] === '1' ? all : sample)('makes %s', async (event) => {
    expect(await run(['trigger', event])).toMatchObject({ code: 0, printed: expect.stringContaining(event) as string });
  });

  it('lists all events it makes', async () => {
    expect((await run(['trigger', '--list'])).printed.trim().split('\n')).toEqual(all);
  });

  it('reads what a transaction would do', async () => {
    const page = await readFile(new URL('../../../libs/verify/README.md', import.meta.url), 'utf8');
    const [, honest = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
    expect(await run(['verify'], {}, honest)).toMatchObject({ code: 0 });
    const asked = '"amount": 50000000';
    expect(honest).toContain(asked);
    const other = honest.replace(asked, '"amount": 40000000');
    expect(await run(['verify'], {}, other)).toMatchObject({ code: 1 });
    expect(await run(['verify'], {}, 'no JSON')).toMatchObject({ code: 2 });
  });

  it('reviews the grants of a cap table date by date, and stores a stream for each', async () => {
    const { alice, bob } = createDemoWallets();
    const paths = await Promise.all(
      capTable({ withoutStart: ['CS-2'] }).map(async ({ name, text: content }) => {
        const path = join(folder, name);
        await writeFile(path, content);
        return path;
      }),
    );
    const people = join(folder, 'people.csv');
    await writeFile(people, `name,address\nAda Lovelace,${bob.address}\n`);
    const token = ['--token', 'ab'.repeat(32), '--decimals', '0'];
    const review = await run(['ocf', ...paths, ...token, '--people', people, '--time', '09:00', '--offset', '+01:00']);
    expect(review.code).toBe(1);
    expect(review.printed).toContain(`4800 shares to ${bob.address}, on a day of the month`);
    expect(review.printed).toMatch(/2028-02-29 +100 +paid 2028-02-29 08:00:00 UTC {2}100/);
    expect(review.printed).toMatch(/CS-2 .*\n {2}refused: The grant has no vesting start/);
    expect(review.printed).toContain('1 of 2 grants are ready.');
    const created = await run(['ocf', ...paths, ...token, '--people', people, '--create', alice.address]);
    expect(created.printed).toMatch(/created {2}CS-1 {2}[0-9a-f-]{36}\nStored, and not funded/);
    expect(await run(['ocf', ...paths, '--token', 'none'])).toMatchObject({ code: 2 });
    expect(await run(['ocf', people, ...token])).toMatchObject({ code: 1, printed: '' });
  });

  it('compares the records with the chain, and repairs them', async () => {
    // Of everything that was triggered before.
    await eventually(async () => expect(await run(['doctor'])).toMatchObject({ code: 0 }));
    const database = createDatabase({ url: stack.databaseUrl });
    await sql`UPDATE streams SET withdrawn_amount = withdrawn_amount + 1 WHERE status = 'CANCELLED'`.execute(database);
    const found = await run(['doctor']);
    expect(found).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/wrong-withdrawn-amount {2}#WEIR-/) as string,
    });
    const repaired = await run(['doctor', '--fix', '--json']);
    expect(repaired.code).toBe(0);
    expect(JSON.parse(repaired.printed)).toMatchObject({
      findings: [{ fault: 'wrong-withdrawn-amount', outcome: 'repaired' }],
    });
    expect(await run(['doctor'])).toMatchObject({ code: 0 });
    await database.destroy();
    expect(await run(['doctor'], { DATABASE_URL: 'postgres://weir@127.0.0.1:1/weir' })).toMatchObject({ code: 2 });
  });
});
