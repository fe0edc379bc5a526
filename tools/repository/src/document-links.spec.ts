import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from '@weir/testing/anchor';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Paths of the Markdown files in a folder of the repository, at any depth; installed and generated folders are skipped. */
const documentsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:\.|node_modules$|dist$)/.test(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
const DOCUMENTS = documentsIn('');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/```.*?```/gs, '');

const anchorsOf = (path: string): ReadonlySet<string> =>
  new Set([...withoutCode(textOf(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** Why a relative link leads nowhere; undefined where it leads somewhere. */
const problemOf = (document: string, link: string): string | undefined => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(ROOT, target))) return `${document}: ${link} does not exist`;
  const isKnown = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
  return isKnown ? undefined : `${document}: ${link} has no such heading`;
};

describe('documents', () => {
  it('link to files and headings that exist', () => {
    const links = DOCUMENTS.flatMap((document) =>
      [...withoutCode(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => ({ document, link }))
        .filter(({ link }) => !/^[a-z]+:/i.test(link)),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.flatMap(({ document, link }) => problemOf(document, link) ?? [])).toEqual([]);
  });

  it('name files of this repository that exist', () => {
    const named = DOCUMENTS.flatMap((document) =>
      [...textOf(document).matchAll(/`((?:apps|contracts|deploy|docs|libs|tools)\/[\w./-]+)`/g)].map(
        ([, path = '']) => ({ document, path }),
      ),
    ).filter(({ path }) => !path.includes('/dist'));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = DOCUMENTS.flatMap((document) =>
      [...textOf(document).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, script = '']) => ({
        document,
        script,
      })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  });
});
