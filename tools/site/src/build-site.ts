import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { type Page, placeOf, readSections, ROOT, type Section } from './pages.js';
import { type OpenApi, referencePages } from './reference.js';
import { BASE, CODE_CSS } from './vitepress-config.js';

const CONFIG = fileURLToPath(new URL('./vitepress-config.ts', import.meta.url));

/** First sentence below the heading, without its links. */
const summaryOf = ({ markdown }: Page): string => {
  const [, text = ''] = /^# .+\n+((?:(?![#|`>-]).+\n?)+)/m.exec(markdown) ?? [];
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
};

/** The list of pages for language models: https://llmstxt.org. */
const llmsText = (sections: readonly Section[]): string =>
  [
    '# Weir\n\n> Vesting streams, recurring payments, airdrops and treasury vaults on Bitcoin Cash, enforced by covenants.\n',
    ...sections.map(({ title, pages }) => {
      const lines = pages.map((page) => `- [${page.title}](${BASE}${page.path}): ${summaryOf(page)}`);
      return `## ${title}\n\n${lines.join('\n')}\n`;
    }),
  ].join('\n');

const SCRIPT = /<script id="[\w-]+">(.*?)<\/script>/gs;
const TAG = /<[a-z][^<>]*>/g;
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Writes a file among the assets, named by its content, which may be kept forever. @returns its address */
const asset = async (site: string, name: string, extension: string, text: string): Promise<string> => {
  const path = `assets/${name}.${shortHash(text)}.${extension}`;
  await writeFile(join(site, path), text);
  return `${BASE}${path}`;
};

/** Moves scripts and styles out of the pages, so that a policy without `unsafe-inline` suffices. */
const moveInline = async (site: string): Promise<void> => {
  const css = await readFile(join(site, CODE_CSS), 'utf8');
  await rm(join(site, CODE_CSS));
  const style = `<link rel="stylesheet" href="${await asset(site, 'code', 'css', css)}">`;
  const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const name of pages) {
    let html = await readFile(join(site, name), 'utf8');
    for (const [whole, script = ''] of html.matchAll(SCRIPT))
      html = html.replace(whole, `<script src="${await asset(site, 'page', 'js', script)}"></script>`);
    html = html.replace('</head>', `${style}</head>`);
    await writeFile(
      join(site, name),
      html.replaceAll(TAG, (tag) => tag.replaceAll(/ style="[^"]*"/g, '')),
    );
  }
};

/** The line below a page that leads to its Markdown; a link with a target is left as it is. */
const asMarkdown = (path: string): string => `[This page as Markdown](./${basename(path)}){target="_self"}\n`;

/** Path of a page without its ending: what VitePress calls a link. */
const linkOf = (path: string): string => `/${path.replace(/(?:index)?\.md$/, '')}`;

/**
 * Builds the site: pages with a search that works offline, each page as Markdown beside it, and `llms.txt`.
 *
 * @param site the folder to write; what is in it is removed
 * @returns how many pages it has
 */
export const buildSite = async (site: string): Promise<number> => {
  const { sections: documents, files } = await readSections();
  const openApi = JSON.parse(await readFile(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as OpenApi;
  const sections = documents.flatMap((section) =>
    section.title === 'API' ? [section, { title: 'API reference', pages: referencePages(openApi) }] : [section],
  );
  const pages = sections.flatMap((section) => section.pages);
  await mkdir(join(ROOT, '.weir'), { recursive: true });
  // Inside the repository, where VitePress finds its packages.
  const work = await mkdtemp(join(ROOT, '.weir', 'site-'));
  const write = async (folder: string, path: string, text: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  try {
    for (const { path, markdown } of pages) await write(work, path, `${markdown}\n${asMarkdown(path)}`);
    for (const file of files) await cp(join(ROOT, file), join(work, placeOf(file)), { recursive: true });
    const sidebar = sections.map(({ title, pages: own }, index) => ({
      text: title,
      collapsed: index > 2,
      items: own.map((page) => ({ text: page.title, link: linkOf(page.path) })),
    }));
    const config = `import { anchorOf } from ${JSON.stringify(fileURLToPath(import.meta.resolve('@weir/testing/anchor')))};
import { vitepressConfig } from ${JSON.stringify(CONFIG)};
export default vitepressConfig(${JSON.stringify(sidebar)}, ${JSON.stringify(site)}, anchorOf);\n`;
    await write(work, '.vitepress/config.mjs', config);
    await rm(site, { recursive: true, force: true });
    await build(work);
    await moveInline(site);
    for (const { path, markdown } of pages) await write(site, path, markdown);
    for (const file of files) if (file.endsWith('.json')) await cp(join(ROOT, file), join(site, placeOf(file)));
    await write(site, 'llms.txt', llmsText(sections));
  } finally {
    await rm(work, { recursive: true });
  }
  return pages.length;
};
