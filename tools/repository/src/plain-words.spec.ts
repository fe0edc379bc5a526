import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { findOldWords, OLD_WORDS } from './plain-words.js';
import { repositoryFiles, ROOT } from './repository-files.js';

const TEXT = /\.(?:ts|tsx|js|mjs|cash|md)$/u;
const EXEMPT = /plain-words|repository\/src\/prose|\/generated\/|CHANGELOG/u;

describe('findOldWords', () => {
  it.each(OLD_WORDS)('finds $pattern in "$example"', ({ example, instead }) => {
    expect(findOldWords(`first line\n${example}\n`)).toEqual([{ line: 2, instead }]);
  });

  it('accepts plain words', () => {
    expect(findOldWords('What is due is paid at once; the rest returns after the notice.')).toEqual([]);
  });
});

it('the repository uses plain words', async () => {
  const files = (await repositoryFiles()).filter((path) => TEXT.test(path) && !EXEMPT.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  const found = await Promise.all(
    files.map(async (path) =>
      findOldWords(await readFile(path, 'utf8')).map(
        ({ line, instead }) => `${relative(ROOT, path)}:${line}: write ${instead}`,
      ),
    ),
  );
  expect(found.flat()).toEqual([]);
});
