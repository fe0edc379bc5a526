import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { format } from '@wasm-fmt/gofmt';
import { startFixture, type Fixture } from './client/support/fixture.js';
import { atStack, blocksOf, runTypescript } from './support/typescript-examples.js';

const run = promisify(execFile);
const TASKS = ['vest-for-a-team', 'pay-salaries', 'drop-to-a-list', 'run-a-treasury', 'react-to-events'];
/** The page that has the files which the others import. */
const HELPERS = 'vest-for-a-team';
const pageOf = (task: string): string => `docs/tasks/${task}.md`;

const has = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
/** The documents say which samples are run where: what is not at hand is left out here. */
const withPython = has('python3', '--version') ? it : it.skip;
const withGo = has('go', 'version') ? it : it.skip;

let fixture: Fixture;
let folder: string;
beforeAll(async () => {
  fixture = await startFixture({ WEBHOOKS: 'local' });
  folder = await mkdtemp(join(tmpdir(), 'weir-samples-'));
});
afterAll(async () => {
  await fixture.stop();
  await rm(folder, { recursive: true });
});

describe.each(TASKS)('the unchanged samples of %s', (task) => {
  it('run in TypeScript', async () => {
    const blocks = await blocksOf(pageOf(task), 'ts');
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(await runTypescript(block, fixture.stack)).not.toEqual([]);
  });

  withPython('run in Python, with its standard library alone', async () => {
    const [helper = ''] = await blocksOf(pageOf(HELPERS), 'python');
    const blocks = await blocksOf(pageOf(task), 'python');
    await writeFile(join(folder, 'weir.py'), atStack(helper, fixture.stack));
    const samples = blocks.filter((block) => block !== helper);
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      await writeFile(join(folder, 'sample.py'), atStack(sample, fixture.stack));
      await run('python3', ['-W', 'error', 'sample.py'], {
        cwd: folder,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      });
    }
  });

  it('are Go, and written as gofmt writes it', async () => {
    const blocks = await blocksOf(pageOf(task), 'go');
    expect(blocks.length).toBeGreaterThan(0);
    // Throws what is wrong, and where.
    for (const block of blocks) expect(format(block)).toBe(block);
  });

  withGo('run in Go, with its standard library alone', async () => {
    const [helper = ''] = await blocksOf(pageOf(HELPERS), 'go');
    const samples = (await blocksOf(pageOf(task), 'go')).filter((block) => block !== helper);
    expect(samples.length).toBeGreaterThan(0);
    await writeFile(join(folder, 'weir.go'), atStack(helper, fixture.stack));
    for (const sample of samples) {
      await writeFile(join(folder, 'main.go'), atStack(sample, fixture.stack));
      await run('go', ['run', 'weir.go', 'main.go'], { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } });
    }
  });
});

it('the domain packages find, follow and claim a stream of the API', async () => {
  const [, walk = ''] = await blocksOf('libs/covenants/README.md', 'ts');
  expect(await runTypescript(walk, fixture.stack)).toEqual([[true]]);
});

it('the domain packages open, claim and cancel a plan with an Electrum server alone', async () => {
  const [walk = ''] = await blocksOf('libs/covenants/README.md', 'ts');
  const [[due, kind] = []] = await runTypescript(walk, fixture.stack);
  expect([typeof due, kind]).toEqual(['bigint', 'cancel']);
});
