import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as kinds from '@weir/kinds';
import { repositoryFiles, ROOT } from './repository-files.js';

/** Sources, without what is generated, and without contracts: they are below the enumerations. */
const SOURCE = /^(?:apps|libs|tools)\/[^/]+\/src\/.*\.tsx?$/u;
const EXEMPT = /\.spec\.tsx?$|^libs\/kinds\/|\/generated\//u;

const keyOf = (words: Iterable<string>): string => [...new Set(words)].toSorted().join();

/** Names of the enumerations, by their words. */
const ENUMERATIONS = new Map(
  Object.entries(kinds).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'object') return [];
    return [[keyOf(Array.isArray(value) ? (value as string[]) : Object.keys(value)), name]];
  }),
);

/** Finds literal lists and unions of all words of an enumeration. What an access table allows is a choice, not a list. */
const findCopies = (text: string): string[] =>
  [...text.matchAll(/(states: \[)?'\w+'(?:\s*[|,]\s*'\w+')+/gu)].flatMap(([found, isAccess]) => {
    const name = ENUMERATIONS.get(keyOf(found.match(/\w+(?=')/gu) ?? []));
    return name === undefined || isAccess !== undefined ? [] : [name];
  });

describe('findCopies', () => {
  it.each([
    ['a union', "type Each = 'BCH' | 'FUNGIBLE_TOKEN';", ['TOKEN_TYPES']],
    ['a list, in any order', "['YEARLY', 'MONTHLY', 'BIWEEKLY', 'WEEKLY', 'DAILY']", ['INTERVALS']],
    ['an SQL list', "CHECK (source IN ('confirm', 'chain'))", ['RECORD_SOURCES']],
    ['no part of an enumeration', "['MONTHLY', 'YEARLY']", []],
  ])('finds %s', (_, text, found) => expect(findCopies(text)).toEqual(found));
});

it('no other file lists the words of an enumeration', async () => {
  const files = (await repositoryFiles())
    .map((path) => relative(ROOT, path))
    .filter((path) => SOURCE.test(path) && !EXEMPT.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  const found = await Promise.all(
    files.map(async (path) => findCopies(await readFile(join(ROOT, path), 'utf8')).map((name) => `${path}: ${name}`)),
  );
  expect(found.flat()).toEqual([]);
});
