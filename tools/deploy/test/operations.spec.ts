import { existsSync } from 'node:fs';
import { ENTRY_POINTS } from '../src/bundle/write-bundle.js';
import { ROOT, textOf } from './support/manifests.js';

const TABLE = '## What runs in tests';
const operations = textOf('docs/operations.md');
const table = operations.slice(operations.indexOf(TABLE)).split('\n## ')[0] ?? '';

/** Returns the addresses of a page's sections, as the table links to them. */
const sectionsOf = (page: string, text: string): string[] =>
  [...text.matchAll(/^## (.+)$/gm)]
    .map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    )
    .map((anchor) => `${page}#${anchor}`);

describe("the operators' manual", () => {
  it('says of each section which specs run it', () => {
    const linked = [...table.matchAll(/\]\(([^)]*)\)/g)].map(([, address]) => address);
    const sections = [
      ...sectionsOf('', operations.replace(TABLE, '')),
      ...sectionsOf('postgres.md', textOf('docs/postgres.md')),
    ];
    expect(linked).toEqual(sections);
  });

  it('names specs that are there', () => {
    const rows = table.split('\n').filter((row) => row.startsWith('| ['));
    const specs = rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
    expect(specs.filter((paths) => paths.length === 0)).toEqual([]);
    expect(specs.flat().filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
  });

  it('names the commands of the bundle outside of their table, not those of the repository', () => {
    const inRepository = /npm run (?:migrate(?::indexer)?|reindex|recover|weir -- doctor)\b/;
    const pages = [operations.replace(/## Commands\n.*?(?=\n## )/s, ''), textOf('docs/postgres.md')];
    const lines = pages.flatMap((page) => page.split('\n')).filter((line) => inRepository.test(line));
    expect(lines).toEqual([]);
  });

  it('names every command of the bundle', () => {
    const commands = Object.keys(ENTRY_POINTS).filter((name) => !name.endsWith('.worker'));
    expect(commands.filter((name) => !operations.includes(`app/${name}.js`))).toEqual([]);
  });
});
