import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Packages whose examples need nothing but themselves: no server, no chain, no wallet. */
const SELF_CONTAINED = ['libs/vesting', 'libs/payments', 'libs/merkle'];

const examplesOf = async (folder: string): Promise<string[]> =>
  [...(await readFile(join(ROOT, folder, 'README.md'), 'utf8')).matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code ?? '',
  );

/** Lines that are expressions with their value beside them are held against it. */
const withAssertions = (code: string): string =>
  code.replaceAll(/^(\w[\w.]*\([^\n]*\)); \/\/ (-?[\d_]+n?)$/gm, 'assert.deepEqual($1, $2);');

let folder: string;
beforeAll(async () => {
  // Inside the repository, where the packages' names mean their sources.
  await mkdir(join(ROOT, '.weir'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.weir', 'readme-'));
  const csv = 'address,amount\nbitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a,0.5\n';
  await writeFile(join(folder, 'recipients.csv'), csv);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(SELF_CONTAINED)('the README of %s', (name) => {
  it('shows examples that run, and what comes of them', async () => {
    const examples = await examplesOf(name);
    expect(examples.length).toBeGreaterThan(0);
    for (const [index, example] of examples.entries()) {
      const file = join(folder, `${name.replaceAll('/', '-')}-${index}.mts`);
      await writeFile(file, `import assert from 'node:assert/strict';\n${withAssertions(example)}\nassert.ok(true);\n`);
      const run = promisify(execFile)(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', file], {
        cwd: dirname(file),
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      await expect(run).resolves.toMatchObject({ stderr: '' });
    }
  }, 60_000);
});
