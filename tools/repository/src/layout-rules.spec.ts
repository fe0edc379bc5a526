import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findLayoutRules } from './layout-rules.js';
import { repositoryFiles, ROOT } from './repository-files.js';

const PRIMITIVES = 'apps/console/src/ui/layout';

/** Rules that stay: by file, how many, and why no component says it. A new one wants a component; one that goes leaves this table. */
const KEPT: Readonly<Record<string, readonly [rules: number, reason: string]>> = {
  'actions/receipt-card': [1, 'shown on paper alone'],
  'app/shell': [8, 'the frame of every page, which print lays out again'],
  'app/top-bar': [1, 'at the end of the bar, and never narrower than its buttons'],
  'home/home-page': [
    3,
    'columns of dates, on a phone lines that wrap; words beside buttons, as long as they have room',
  ],
  'records/record-rows': [1, 'beside a row of other rows'],
  'records/record-tools': [1, 'buttons of another size'],
  'ui/badge': [1, 'as wide as another text'],
  'ui/button': [1, 'icons keep their size'],
  'ui/example-picture': [1, 'a picture'],
  'ui/values': [1, 'icons keep their size'],
};

describe('findLayoutRules', () => {
  it.each([
    ['a rule that lays out', '.row { display: grid; gap: 8px; }', ['.row']],
    ['one with sizes', '.row { display: flex; min-height: 40px; }', ['.row']],
    ['one of children', '.rows > :first-child, .rows p { margin: 0; }', ['.rows > :first-child, .rows p']],
    ['one in a media query', '@media (max-width: 9px) { .row { gap: 0; } }', ['(max-width: 9px) .row']],
    ['no rule with a colour', '.row { display: grid; color: red; }', []],
    ['no rule of sizes alone', '.row { min-height: 40px; }', []],
    ['no state', '.row:empty, .row[open] { display: none; }', []],
    ['no part of a table', '.people tr { display: grid; }', []],
    ['nothing in print', '@media print { .row { display: none; } }', []],
    ['nothing in comments and animations', '/* .a { gap: 0; } */ @keyframes b { to { margin: 0; } }', []],
  ])('finds %s', (_, css, found) => expect(findLayoutRules(css)).toEqual(found));
});

describe('style sheets of the console', () => {
  it('leave layouts to the components of ui/layout.tsx', async () => {
    const source = join(ROOT, 'apps/console/src');
    const sheets = (await repositoryFiles(source)).filter(
      (path) => path.endsWith('.module.css') && !path.endsWith(`${PRIMITIVES}.module.css`),
    );
    const found = await Promise.all(
      sheets.map(async (path) => {
        const rules = findLayoutRules(await readFile(path, 'utf8'));
        return [relative(source, path).replace('.module.css', ''), rules] as const;
      }),
    );
    const others = found.filter(([name, rules]) => rules.length !== (KEPT[name]?.[0] ?? 0));
    expect(Object.fromEntries(others)).toEqual({});
    expect(sheets.length).toBeGreaterThan(Object.keys(KEPT).length);
  });

  it('have a part for each width below which a layout may differ', async () => {
    const code = await readFile(join(ROOT, `${PRIMITIVES}.tsx`), 'utf8');
    const css = await readFile(join(ROOT, `${PRIMITIVES}.module.css`), 'utf8');
    const widths = /const WIDTHS = \[(.*)\] as const/u.exec(code)?.[1]?.replaceAll('_', '').split(', ') ?? [];
    expect(widths.length).toBeGreaterThan(3);
    for (const width of widths)
      expect(css).toContain(`@media (max-width: ${String(Number(width) - 1)}px) {\n  .below${width} {`);
  });
});
