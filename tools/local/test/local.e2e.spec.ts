import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@weir/testing';
import { bundleCommands } from './support/bundle-commands.js';
import { examplesOf, patternOf, runExamples } from './support/examples.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let bundle: string;
beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'weir-local-bundle-'));
  await bundleCommands(bundle, 'start.main');
});
afterAll(() => rm(bundle, { recursive: true, force: true }));

/** Arguments of Node that run a command as npm does: the demo, which loads all of the stack, and the rest of `npm start`. */
const fromSources = (name: string): string[] => [
  '--conditions=@weir/source',
  '--import',
  'tsx',
  fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)),
];
/** The same code, loaded in a fifth of the time. */
const bundled = (name: string): string[] => [join(bundle, `${name}.mjs`)];

/** Runs a command, and keeps what it prints. */
const run = (...args: string[]) => {
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let printed = '';
  const collect = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return { child, ended, printed: () => printed };
};

describe('npm run demo', () => {
  it('plays the main job and ends by itself with 0', async () => {
    const demo = run(...fromSources('demo.main'));
    expect({ code: await demo.ended, printed: demo.printed() }).toEqual({
      code: 0,
      printed: expect.stringContaining('every satoshi and every token went where the contracts say') as string,
    });
    expect(demo.printed()).toMatch(
      /salary of \d{4}-01-31[\s\S]*salary of \d{4}-02-28[\s\S]*salary of \d{4}-03-31[\s\S]*COMPLETED[\s\S]*CANCELLED[\s\S]*without any key[\s\S]*refund +confirmed[\s\S]*9,223,372,036,854,775,807 tokens[\s\S]*A daily payment[\s\S]*5 of 12 periods[\s\S]*Two of three[\s\S]*STALE[\s\S]*state +closed[\s\S]*CANCELLED after 12 claims[\s\S]*A second claim is refused[\s\S]*100,000 tokens, the lock is COMPLETED[\s\S]*1,500 USD a month[\s\S]*at 450.00 USD +3.33333333 BCH[\s\S]*at 225.00 USD +6.66666666 BCH[\s\S]*debt +2[\s\S]*debt is paid[\s\S]*at 300.00 USD +5.00000000 BCH[\s\S]*CANCELLED[\s\S]*last day of each month, paid in BCH[\s\S]*at 300.00 USD +2.50000000 BCH[\s\S]*its day +\d{4}-\d\d-15[\s\S]*its day +\d{4}-\d\d-(?:28|29|30|31)[\s\S]*The explorer[\s\S]*#WEIR-DROP-000002 +AIRDROP[\s\S]*of them \d+ active[\s\S]*found again +PLAN_VESTING_BCH/,
    );
  });
});

describe('npm start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weir-local-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const startFrom = (command: readonly string[], ...args: string[]) =>
    run(
      ...command,
      '--data',
      directory,
      '--port',
      '0',
      '--indexer-port',
      '0',
      '--electrum-port',
      '0',
      '--dev-port',
      '0',
      // Built and served in the tests of apps/console.
      '--no-console',
      ...args,
    );
  const start = (...args: string[]) => startFrom(bundled('start.main'), ...args);

  const up = (started: ReturnType<typeof run>): Promise<string> =>
    eventually(() => {
      const [, url] = /API +(http:\S+)/.exec(started.printed()) ?? [];
      if (url === undefined) throw new Error(started.printed());
      return url;
    });

  it('stays up, is ready, keeps its data over a restart, and stops on SIGTERM', async () => {
    const first = start('--block-seconds', '1');
    const url = await up(first);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const body = { sender: SENDER, recipient: RECIPIENT, totalAmount: 1, streamType: 'LINEAR' };
    const create = async (at: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-user-address': SENDER };
      return (await fetch(`${at}/api/streams/create`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect(await create(url)).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start('--block-seconds', '0', '--set', 'AUTH_MODE=signed');
    const again = await up(second);
    const list = (await (await fetch(`${again}/api/streams`)).json()) as { total: number };
    expect(list.total).toBe(1);
    // Callers have to prove themselves now.
    expect(await create(again)).toBe(401);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  describe('the examples of the documents', () => {
    const TASKS = ['drop-to-a-list', 'pay-salaries', 'react-to-events', 'run-a-treasury', 'vest-for-a-team'].map(
      (name) => `docs/tasks/${name}.md`,
    );
    const PAGES = ['docs/api/README.md', 'docs/api/events.md', 'docs/api/exports.md', 'docs/local.md', ...TASKS];
    let started: ReturnType<typeof run>;
    let devKitUrl: string;
    /** Where the examples write files. */
    let written: string;
    beforeAll(async () => {
      started = start('--block-seconds', '0', '--fresh', '--set', 'WEBHOOKS_PER_CALLER=3');
      await up(started);
      written = await mkdtemp(join(tmpdir(), 'weir-examples-'));
      devKitUrl = /dev kit +(http:\S+)/.exec(started.printed())?.[1] ?? '';
    });
    afterAll(async () => {
      started.child.kill('SIGTERM');
      await started.ended;
      await rm(written, { recursive: true });
    });

    it.each(PAGES)('run unchanged, and are answered as the page says: %s', async (page) => {
      const examples = await examplesOf(page);
      const answers = await runExamples(examples, written, devKitUrl);
      const documented = examples.flatMap((example, at) =>
        example.answers === undefined ? [] : [{ at, answer: answers[at], pattern: patternOf(example.answers) }],
      );
      expect(documented.length).toBeGreaterThan(0);
      for (const { answer, pattern } of documented) expect(answer).toMatch(pattern);
    });

    it('are on these pages alone', async () => {
      const { stdout } = await promisify(execFile)('git', ['grep', '-lE', '^ *curl ', '--', '*.md'], { cwd: ROOT });
      expect(stdout.trim().split('\n').sort()).toEqual(PAGES);
    });
  });

  it('throws away nothing that it did not make', async () => {
    const foreign = await mkdtemp(join(tmpdir(), 'weir-foreign-'));
    await writeFile(join(foreign, 'thesis.txt'), 'years of work');
    const refused = start('--data', foreign, '--fresh');
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain(`${foreign} holds what this command did not make (thesis.txt)`);
    expect(await readFile(join(foreign, 'thesis.txt'), 'utf8')).toBe('years of work');
    await rm(foreign, { recursive: true });
  });

  it('says where it failed, for what no option explains', async () => {
    const file = join(directory, 'a file');
    await writeFile(file, '');
    const failed = start('--data', join(file, 'below'));
    expect(await failed.ended).toBe(1);
    expect(failed.printed()).toMatch(/ENOTDIR[^]*\n {4}at /);
  });

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      for (const option of ['--port', '--indexer-port', '--electrum-port', '--dev-port']) {
        const refused = start(option, String(port));
        expect([option, await refused.ended]).toEqual([option, 1]);
        expect(refused.printed()).toContain(
          `Port ${port} of 127.0.0.1 is in use by another process. Name a free one: ${option} N`,
        );
        expect(refused.printed()).not.toContain('    at ');
      }
    } finally {
      other.close();
    }
  });

  it('says what is wrong with an option', async () => {
    const wrong = startFrom(fromSources('start.main'), '--block-seconds', 'soon');
    expect(await wrong.ended).toBe(1);
    expect(wrong.printed()).toContain('--block-seconds: "soon" is not a usable number');
    for (const [setting, problem] of [
      ['AUTH_MODES=signed', 'The API has no setting AUTH_MODES'],
      ['AUTH_MODE', '"AUTH_MODE" is not a setting. Write NAME=VALUE'],
      ['AUTH_MODE=maybe', 'AUTH_MODE'],
    ] as const) {
      const refused = start('--set', setting);
      expect([setting, await refused.ended, refused.printed()]).toEqual([setting, 1, expect.stringContaining(problem)]);
      expect(refused.printed()).not.toContain('    at ');
    }
  });
});

const SENDER = 'bchtest:qpnhxq6efdcg6k3wz6zu4n92cectg43ucs6vtwcht8';
const RECIPIENT = 'bchtest:qq47mvwjqq8kg9whgwlsua9read3vw99vcg0uh3dvd';
