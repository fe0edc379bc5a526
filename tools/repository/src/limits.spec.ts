import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as kinds from '@weir/kinds';
import { repositoryFiles, ROOT } from './repository-files.js';

const SOURCE = /^(?:apps|libs)\/[^/]+\/src\/.*\.tsx?$/u;
const EXEMPT = /\.spec\.tsx?$|^libs\/kinds\/|\/generated\//u;
/** Sides that check what the service takes, or what a script holds: they know no limit of their own. */
const CLIENT = /^(?:apps\/console|libs\/client)\//u;

/** The limits and defaults, by name. */
const LIMITS = new Map(
  Object.entries(kinds).flatMap(([name, value]): [string, bigint][] =>
    typeof value === 'number' || typeof value === 'bigint' ? [[name, BigInt(value)]] : [],
  ),
);
/** The largest number of 32 bits with a sign: columns and heights end there, too. */
const LARGEST_INTEGER = 2n ** 31n - 1n;
/** Names of the limits whose value means nothing else, by their value. */
const DISTINCT = new Map(
  [...LIMITS]
    .filter(([, value]) => value >= 100_000_000n && value !== LARGEST_INTEGER)
    .map(([name, value]) => [value, name]),
);

/** Finds limits that are written a second time: their value, or a constant with their name. */
const findCopies = (text: string): string[] => {
  const values = [...text.matchAll(/(?<![\w.])(\d[\d_]*)n?(?![\w.])/gu)];
  const names = [...text.matchAll(/\bconst ([A-Z][A-Z\d_]+)(?:: \w+)? = -?\d/gu)];
  return [
    ...values.flatMap(([, digits = '']) => DISTINCT.get(BigInt(digits.replaceAll('_', ''))) ?? []),
    ...names.flatMap(([, name = '']) => (LIMITS.has(name) ? [name] : [])),
  ];
};

/** Finds constants that are limits by their name: on the client's side each would be a copy. Pauses are its own. */
const findLimits = (text: string): string[] =>
  [
    ...text.matchAll(
      /\bconst ((?:MOST|MAX|MAXIMUM|LEAST|MIN|MINIMUM|LONGEST|SHORTEST|LARGEST|SMALLEST)(?:_[A-Z\d_]+)?) = -?\d/gu,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !name.endsWith('_MS'));

describe('findCopies', () => {
  it.each([
    ['a value', 'if (base > 2_100_000_000_000_000n) fail();', ['MAX_SATOSHIS']],
    ['a value in SQL', 'CHECK (end_time <= 4294967295)', ['MAX_TIME']],
    ['a constant with the same name', 'const MAX_ADDRESSES = 49;', ['MAX_ADDRESSES']],
    ['nothing in an import', "import { MAX_ADDRESSES } from '@weir/kinds';", []],
    ['nothing in common numbers', 'const ROWS = 200; const PART = 10_000;', []],
    ['nothing in parts of names', 'x500000000; 0.4294967295', []],
  ])('finds %s', (_, text, found) => expect(findCopies(text)).toEqual(found));
});

describe('findLimits', () => {
  it.each([
    ['a limit', 'const MOST_WORDS = 200;', ['MOST_WORDS']],
    ['a limit without another word', 'export const MOST = 50;', ['MOST']],
    ['no pause', 'const LONGEST_PAUSE_MS = 30_000;', []],
    ['no number of rows that a page shows', 'const SHOWN = 50;', []],
  ])('finds %s', (_, text, found) => expect(findLimits(text)).toEqual(found));
});

it('no other file writes a limit a second time', async () => {
  const files = (await repositoryFiles())
    .map((path) => relative(ROOT, path))
    .filter((path) => SOURCE.test(path) && !EXEMPT.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  const found = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(join(ROOT, path), 'utf8');
      return [...findCopies(text), ...(CLIENT.test(path) ? findLimits(text) : [])].map((name) => `${path}: ${name}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
