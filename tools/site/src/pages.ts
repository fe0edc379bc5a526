import { readFile } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A page of the site. */
export interface Page {
  /** Path inside the site: `api/index.md`. */
  readonly path: string;
  /** Its first heading. */
  readonly title: string;
  readonly markdown: string;
}

/** Pages under one heading of the navigation. */
export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** All documents of the repository, in the order of the navigation. */
export const SOURCES: readonly (readonly [title: string, sources: readonly string[]])[] = [
  ['Weir', ['README.md', 'docs/local.md', 'docs/console.md', 'docs/wallets.md', 'docs/mail.md', 'docs/glossary.md']],
  [
    'Tasks',
    ['vest-for-a-team', 'pay-salaries', 'drop-to-a-list', 'run-a-treasury', 'react-to-events'].map(
      (name) => `docs/tasks/${name}.md`,
    ),
  ],
  [
    'API',
    ['docs/api/README.md', 'docs/api/events.md', 'docs/api/lists.md', 'docs/api/exports.md', 'docs/api/tokens.md'],
  ],
  [
    'Packages',
    [
      ...['client', 'wallet', 'verify', 'covenants', 'vesting', 'payments', 'calendar', 'merkle'].map(
        (name) => `libs/${name}/README.md`,
      ),
      'contracts/README.md',
    ],
  ],
  [
    'Contracts',
    [
      ...['README', 'plans', 'calendar', 'locks', 'airdrops', 'vault', 'treasury', 'transactions'].map(
        (name) => `docs/covenants/${name}.md`,
      ),
      ...['docs/proofs.md', 'SECURITY.md', 'docs/recover.md'],
    ],
  ],
  [
    'Operation',
    [
      ...['docs/operations.md', 'docs/postgres.md', 'docs/capacity.md', 'docs/indexer/README.md'],
      ...['deploy/kubernetes/README.md', 'tools/deploy/README.md', 'tools/recover/README.md'],
    ],
  ],
  [
    'Contributing',
    [
      ...['CONTRIBUTING.md', 'CHANGELOG.md', 'docs/architecture.md'],
      ...['api', 'console', 'indexer'].map((name) => `apps/${name}/README.md`),
      ...['api-contract', 'http', 'indexing', 'infra', 'kinds', 'services'].map((name) => `libs/${name}/README.md`),
      ...['bench', 'devnet', 'lives', 'local', 'openapi', 'proofs', 'repository', 'simulation', 'site', 'testing'].map(
        (name) => `tools/${name}/README.md`,
      ),
    ],
  ],
];

/** Where documents of one folder are in the site. */
const PLACES: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/^README\.md$/, 'index.md'],
  [/^docs\/(.*?)README\.md$/, '$1index.md'],
  [/^docs\//, ''],
  [/^(?:libs\/)?([\w-]+)\/README\.md$/, 'packages/$1.md'],
  [/^deploy\/([\w-]+)\/README\.md$/, '$1.md'],
  [/^(apps|tools)\/([\w-]+)\/README\.md$/, '$1/$2.md'],
];

/** Returns the place of a document of the repository in the site. */
export const placeOf = (source: string): string => {
  const [pattern, place = ''] = PLACES.find(([each]) => each.test(source)) ?? [];
  return pattern === undefined ? source.toLowerCase() : source.replace(pattern, place);
};

/** Files beside the pages that they link to or show, by their places. */
const FILES = new Set(['.json', '.png']);

/** The parts of a document that are not code: those with an even index. */
const CODE = /(^ *```.*?^ *```$)/ms;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const COMMENT = /<!--.*?-->\n?/gs;

const known = new Set(SOURCES.flatMap(([, sources]) => sources));

/**
 * Turns a document's links to other documents into links between pages, and those to source code, which the site does not have,
 * into text.
 *
 * @param files gets the files that it links to or shows
 */
export const forSite = (source: string, markdown: string, files: Set<string>): string => {
  const place = placeOf(source);
  const link = (whole: string, image: string, text: string, target: string): string => {
    if (/^[a-z]+:|^#/i.test(target)) return whole;
    const [path = '', anchor] = target.split('#');
    const named = posix.normalize(posix.join(dirname(source), path)).replace(/\/$/, '');
    const found = [named, `${named}/README.md`].find((each) => known.has(each) || FILES.has(extname(each)));
    if (found === undefined) return text;
    if (!known.has(found)) files.add(found);
    const to = posix.relative(dirname(place), known.has(found) ? placeOf(found) : placeOf(found).toLowerCase());
    return `${image}[${text}](${to.startsWith('.') ? to : `./${to}`}${anchor === undefined ? '' : `#${anchor}`})`;
  };
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(COMMENT, '').replaceAll(LINK, link)))
    .join('');
};

/** The first heading of a document. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** Reads all documents. @returns their sections, and the files that they link to or show */
export const readSections = async (): Promise<{
  readonly sections: readonly Section[];
  readonly files: ReadonlySet<string>;
}> => {
  const files = new Set<string>();
  const pageOf = async (source: string): Promise<Page> => {
    const markdown = forSite(source, await readFile(join(ROOT, source), 'utf8'), files);
    return { path: placeOf(source), title: titleOf(markdown), markdown };
  };
  const sections = await Promise.all(
    SOURCES.map(async ([title, sources]) => ({ title, pages: await Promise.all(sources.map(pageOf)) })),
  );
  return { sections, files };
};
