import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE } from './vitepress-config.js';

const HREF = /<a\b[^>]*\bhref="([^"]*)"/g;
const ID = /\bid="([^"]*)"/g;
const LOADED = /<(?:script|link|img)\b[^>]*\b(?:src|href)="([^"]*)"/g;
/** What a policy without `unsafe-inline` refuses. */
const INLINE = /<script(?![^>]*\bsrc=)[^>]*>|<style\b|<[a-z][^<>]*\sstyle="/;
const LISTED = /\]\(([^)]+)\)/g;

const decoded = (text: string): string =>
  decodeURI(text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"));

/**
 * Looks for what is wrong with a built site: links and anchors that lead nowhere, files from elsewhere, scripts and styles
 * inside a page, pages that are not there as Markdown or not in `llms.txt`.
 *
 * @returns a line for each
 */
export const siteProblems = async (site: string): Promise<readonly string[]> => {
  const files = new Set((await readdir(site, { recursive: true })).map((name) => name.replaceAll('\\', '/')));
  const names = [...files].filter((name) => name.endsWith('.html') && name !== '404.html');
  const pages = new Map<string, { readonly html: string; readonly ids: ReadonlySet<string> }>();
  for (const name of names) {
    const html = await readFile(join(site, name), 'utf8');
    pages.set(name, { html, ids: new Set([...html.matchAll(ID)].map(([, id = '']) => decoded(id))) });
  }
  const listed = new Set(
    [...(await readFile(join(site, 'llms.txt'), 'utf8')).matchAll(LISTED)].map(([, link = '']) => link),
  );

  const problemOf = (from: string, link: string): string | undefined => {
    const { origin, pathname, hash } = new URL(link, `http://site.invalid${BASE}${from}`);
    if (origin !== 'http://site.invalid') return undefined;
    const path = decodeURI(pathname);
    const name = path.startsWith(BASE) ? path.slice(BASE.length).replace(/(^|\/)$/, '$1index.html') : '';
    if (!files.has(name)) return `${from}: ${link} leads nowhere`;
    const id = decodeURIComponent(hash.slice(1));
    return id === '' || pages.get(name)?.ids.has(id) !== false ? undefined : `${from}: ${link} has no such heading`;
  };

  return [...pages].flatMap(([name, { html }]) => {
    const markdown = name.replace(/\.html$/, '.md');
    const foreign = [...html.matchAll(LOADED)].flatMap(([, url = '']) => (/^(?:[a-z]+:|\/\/)/.test(url) ? [url] : []));
    return [
      ...[...html.matchAll(HREF)].flatMap(([, link = '']) => problemOf(name, decoded(link)) ?? []),
      ...foreign.map((url) => `${name}: loads ${url}`),
      ...(INLINE.test(html) ? [`${name}: has a script or a style inside`] : []),
      ...(files.has(markdown) ? [] : [`${name}: is not there as Markdown`]),
      ...(listed.has(`${BASE}${markdown}`) ? [] : [`${name}: is not in llms.txt`]),
    ];
  });
};

/** Names of files that differ between two folders, or are in one alone. */
export const differingFiles = async (one: string, other: string): Promise<readonly string[]> => {
  const namesOf = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const [first, second] = await Promise.all([namesOf(one), namesOf(other)]);
  const both = new Set(second);
  const alone = [...first.filter((name) => !both.has(name)), ...second.filter((name) => !first.includes(name))];
  const differing = await Promise.all(
    first.map(async (name) =>
      both.has(name) && !(await readFile(join(one, name))).equals(await readFile(join(other, name))) ? [name] : [],
    ),
  );
  return [...alone, ...differing.flat()].sort();
};
