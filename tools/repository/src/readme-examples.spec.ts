import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const execute = promisify(execFile);
const inside = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
const DOCUMENTS = [
  ...[...inside('libs'), ...inside('tools'), 'contracts'].map((folder) => `${folder}/README.md`),
  ...inside('docs/tasks'),
].filter((name) => existsSync(join(ROOT, name)));

/**
 * An example, and right above it, where it does not compile alone, the comment that says why, and declares what it takes as
 * given: `types only: why`, and lines of TypeScript.
 */
const EXAMPLE = /(?:<!-- types only:((?:(?!-->).)*)-->\n)?```(ts|typescript|js|javascript)\n(.*?)```/gs;
/** The same for all examples of a document, and whether they are below the first one, which begins them all. */
const OF_ALL = /<!-- all( below the first,)? types only:((?:(?!-->).)*)-->/s;

interface Example {
  readonly name: string;
  readonly code: string;
  /** Why it is not run; undefined where it is. */
  readonly reason: string | undefined;
}

const IMPORT = /^import [^;]*;\n/gm;

/** An example below what it takes as given, in a block of its own, so that it may name things as that does. */
const below = (given: readonly string[], code: string): string =>
  [...given, ...(code.match(IMPORT) ?? []), `{\n${code.replaceAll(IMPORT, '')}}`].join('\n');

const examplesOf = async (document: string): Promise<Example[]> => {
  const text = await readFile(join(ROOT, document), 'utf8');
  const [, isBelowFirst, ofAll] = OF_ALL.exec(text) ?? [];
  const examples = [...text.matchAll(EXAMPLE)];
  const [, , , first = ''] = (isBelowFirst === undefined ? undefined : examples[0]) ?? [];
  return examples.map(([, marker = ofAll, , code = ''], index) => {
    const [reason, ...given] = marker?.split('\n') ?? [];
    const beginning = index === 0 ? [] : [first];
    const name = document.replace(/\.md$/, '').replaceAll('/', '-');
    return { name: `${name}-${index}`, code: below([...beginning, ...given], code), reason: reason?.trim() };
  });
};

/** Lines that are expressions with their value beside them are held against it. */
const withAssertions = (code: string): string =>
  code.replaceAll(/^(\w[\w.]*\([^\n]*\)); \/\/ (-?[\d_]+n?)$/gm, 'assert.deepEqual($1, $2);');

/** What CommonJS modules of a bundle expect. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
].join('\n');

/** Loaded by the bundle from its own folder. */
const THREADS = { 'whitelist.worker': join(ROOT, 'libs/merkle/src/worker/whitelist.worker.ts') };

/** Bundles examples with the sources of what they import, once for all: each alone would load the same for seconds. */
const bundle = (names: readonly string[]) =>
  build({
    absWorkingDir: folder,
    entryPoints: { ...Object.fromEntries(names.map((name) => [name, `./${name}.mts`])), ...THREADS },
    outdir: join(folder, 'bundle'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Chunks lie beside the entry points, so that code that looks for files beside itself finds them.
    chunkNames: 'chunk-[hash]',
    conditions: ['@weir/source'],
    banner: { js: COMMONJS },
    logLevel: 'warning',
  });

let folder: string;
let examples: readonly Example[];
beforeAll(async () => {
  // Inside the repository, where the packages' names mean their sources.
  await mkdir(join(ROOT, '.weir'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.weir', 'readme-'));
  const csv = 'address,amount\nbitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a,0.5\n';
  await writeFile(join(folder, 'recipients.csv'), csv);
  examples = (await Promise.all(DOCUMENTS.map(examplesOf))).flat();
  for (const { name, code } of examples)
    await writeFile(
      join(folder, `${name}.mts`),
      `import assert from 'node:assert/strict';\n${withAssertions(code)}\nassert.ok(true);\n`,
    );
});
afterAll(() => rm(folder, { recursive: true }));

describe('the examples of all READMEs', () => {
  it('fit the types of what they show', async () => {
    const config = {
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true, noUnusedLocals: false, types: ['node'] },
      include: ['*.mts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const problems = await execute(process.execPath, [compiler, '-p', folder, '--singleThreaded']).then(
      () => '',
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    expect(problems).toBe('');
  });

  it('run, unless they say why they cannot, and give what they say', async () => {
    const run = examples.filter(({ reason }) => reason === undefined);
    expect(run.length).toBeGreaterThanOrEqual(7);
    await bundle(run.map(({ name }) => name));
    for (const { name } of run) {
      const done = execute(process.execPath, [join('bundle', `${name}.js`)], {
        cwd: folder,
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      await expect(done.then(({ stderr }) => [name, stderr])).resolves.toEqual([name, '']);
    }
  });

  it('say why in a sentence, where they are not run', () => {
    const reasons = examples.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
    expect(reasons.filter((reason) => !/\w+ \w+ \w+/.test(reason))).toEqual([]);
  });
});
