import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

/** What the test run itself sets, and what no test's result depends on. */
const APART = /^(?:PATH|PORT|WEIR_TEST_.*|BENCH_.*|NODE_OPTIONS)$/;
const OF_TESTS = /\.spec\.ts$|\/test\/.*\.ts$|\/jest[^/]*\.js$/;

interface NxConfiguration {
  readonly namedInputs: Readonly<Record<string, readonly (string | Readonly<Record<string, string>>)[]>>;
}

/** Variables that a source reads by name, and those that it takes out of `process.env`. */
const variablesOf = (source: string): readonly string[] => [
  ...[...source.matchAll(/process\.env\['(\w+)'\]/g)].map(([, name = '']) => name),
  ...[...source.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/([A-Z_]+)(?: =|,|\s*$)/g)].map(([, name = '']) => name),
  ),
];

/** Files of the specs that `npm test` runs and Nx keeps the result of, with their texts. */
const files = (await repositoryFiles()).filter((file) => OF_TESTS.test(file) && !file.endsWith('.e2e.spec.ts'));
const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));

describe('the kept result of the specs', () => {
  it('depends on every variable of the environment that a spec reads', async () => {
    const { namedInputs } = JSON.parse(await readFile(`${ROOT}nx.json`, 'utf8')) as NxConfiguration;
    const listed = (namedInputs['environment'] ?? []).map((input) =>
      typeof input === 'string' ? input : input['env'],
    );
    const read = new Set(texts.flatMap(({ text }) => variablesOf(text)).filter((name) => !APART.test(name)));
    expect(read.size).toBeGreaterThan(5);
    expect([...read].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('depends on no file outside the repository', () => {
    expect(files.length).toBeGreaterThan(500);
    const outside = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/['"`]((?:\.\.\/)+)/g)]
        .filter(([, up = '']) => relative(ROOT, resolve(dirname(file), up)).startsWith('..'))
        .map(([, up = '']) => `${relative(ROOT, file)}: ${up}`),
    );
    expect(outside).toEqual([]);
  });
});
