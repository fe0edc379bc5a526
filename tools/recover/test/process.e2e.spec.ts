import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStream } from './support/deploy.js';
import { type BuiltAnswer, COIN, only, type Ran, useFixture } from './support/fixture.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const fixture = useFixture();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-recover-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command as npm does; `LOADED_MODULES` gets what it loads. */
const spawn = (line: string): Promise<Ran> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: fixture.url,
      LOADED_MODULES: join(folder, 'modules'),
    };
    const node = [
      '--conditions=@weir/source',
      '--import',
      path('support/note-modules.mjs'),
      '--import',
      'tsx',
      path('../src/recover.main.ts'),
      ...line.split(' '),
    ];
    execFile(process.execPath, node, { env }, (error, printed, complained) =>
      resolve({ code: error === null ? 0 : Number(error.code), printed, complained }),
    );
  });

describe('the command', () => {
  it('recovers without the API, its use cases, a database or a web server', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const stream = await openStream(fixture, sender, recipient, COIN);
    // Too little for the reserve to pay the fee: it is signed.
    fixture.passDays(0.06);
    const out = join(folder, 'claim.json');
    const ran = await spawn(`build ${stream.txid} --action claim --address ${recipient.address} --out ${out} --json`);
    expect(ran).toMatchObject({ code: 0, complained: '' });
    expect(only((JSON.parse(ran.printed) as BuiltAnswer).transactions).complete).toBe(false);
    const before = await fixture.balance(recipient);
    await recipient.signTransaction(JSON.parse(await readFile(out, 'utf8')) as object);
    expect(await fixture.balance(recipient)).toBeGreaterThan(before);

    const loaded = (await readFile(join(folder, 'modules'), 'utf8'))
      .split('\n')
      .filter((url) => url.startsWith('file:'));
    expect(loaded.some((url) => url.includes('/libs/covenants/src/'))).toBe(true);
    expect(
      loaded.filter((url) =>
        /\/(?:apps|libs\/(?:services|api-contract|http)|libs\/infra\/src\/(?!electrum\/|oracle\/|outbound\/(?:check-target|guarded-request|exchange)\.ts|settings\/(?:setting-names|unknown-settings)\.ts|installation\.ts|concurrency\.ts|traced\.ts))|node_modules\/(?:pg|kysely|fastify|@fastify)\b/.test(
          url,
        ),
      ),
    ).toEqual([]);
  });
});

describe('a command line', () => {
  it('that is wrong is explained', async () => {
    const { address } = fixture.wallet();
    const complaints: readonly (readonly [line: string, complaint: string])[] = [
      ['dance', '2: There is no command dance'],
      ['list', '2: The address is missing'],
      ['list bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', '2: '],
      [`list ${address} --blocks all`, '2: --blocks is a range'],
      [`list ${address} --server http://example.org`, '2: "http://example.org" is not an Electrum server'],
      [`list ${address} --sideways`, "2: Unknown option '--sideways'"],
      [`list ${address} --whitelist x`, '2: --whitelist is the list of one campaign'],
      [`list ${address} --encoding morse`, '2: --encoding'],
      [`build ${address}`, '2: --action is missing'],
      [`build ${address} --action steal`, '2: --action is one of'],
      [`build ${address} --action claim`, "4: There is no contract of Weir's there"],
      [`build ${'f'.repeat(64)} --action push`, '4: No server knows transaction'],
      ['vault dance --nonce 00', '2: A vault knows'],
      ['vault join missing.json', '2: This is not a proposal'],
      ['broadcast beef', '6: The transaction was refused'],
    ];
    for (const [line, complaint] of complaints) expect(await fixture.refusal(line)).toContain(complaint);
    expect((await fixture.run('help')).printed).toContain('It never asks for a key');
    expect((await fixture.run(`list ${address}`)).printed).toContain('The servers show no transaction of this address');
  });

  it('without a server that answers ends with 3', async () => {
    const ran = await spawn(`list ${fixture.wallet().address} --server ws://127.0.0.1:1`);
    expect(ran).toMatchObject({
      code: 3,
      complained: expect.stringContaining('No Electrum server can be reached') as string,
    });
  });
});
