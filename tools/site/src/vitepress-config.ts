import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import type { DefaultTheme, UserConfig } from 'vitepress';

/** Where the API serves the site. */
export const BASE = '/guide/';
/** File of the colours of code, for which pages would need styles of their own otherwise, which their policy refuses. */
export const CODE_CSS = 'assets/code.css';

/** Returns VitePress's settings. @param anchorOf makes a heading's anchor */
export const vitepressConfig = (
  sidebar: DefaultTheme.SidebarItem[],
  outDir: string,
  anchorOf: (heading: string) => string,
): UserConfig<DefaultTheme.Config> => {
  const colours = transformerStyleToClass({ classPrefix: 'code-' });
  return {
    title: 'Weir',
    description: 'Vesting, payments, airdrops and vaults on Bitcoin Cash',
    base: BASE,
    outDir,
    // The names of all pages in a file of their own, not in a script inside each page.
    metaChunk: true,
    // One after the other: the index of the search is in the order in which pages are ready.
    buildConcurrency: 1,
    // Otherwise it puts a style into the page while the colours change.
    appearance: { disableTransition: false },
    // Pages ahead of need would count against the reader's limit of requests.
    router: { prefetchLinks: false },
    markdown: {
      // What looks like HTML in these documents is text.
      html: false,
      anchor: { slugify: anchorOf },
      codeTransformers: [colours],
      config(md) {
        const { text } = md.renderer.rules;
        // Braces are Vue's outside of code.
        md.renderer.rules.text = (...args) => (text?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
        md.renderer.rules.code_inline = (tokens, index) =>
          `<code v-pre>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code>`;
      },
    },
    themeConfig: {
      sidebar,
      outline: [2, 3],
      search: { provider: 'local' },
      notFound: {
        title: 'There is no such page',
        quote: 'It may have moved: search for it, or start from the first page.',
        linkText: 'First page',
      },
    },
    async buildEnd() {
      const rules = colours.getCSS().replaceAll('}', '}\n').split('\n').sort();
      await writeFile(join(outDir, CODE_CSS), `${rules.join('\n').trim()}\n`);
    },
  };
};
