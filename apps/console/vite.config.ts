import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type Rollup } from 'vite';
import { readFirstTexts } from './scripts/source-texts.js';
import { shortened, type Texts } from './src/language/hash.js';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/;
/** Smaller files fit a packet as they are, bytes. */
const THRESHOLD = 512;
/** A few percent from the best that can be had, in a tenth of the time. */
const QUICKLY = 9;
/** The best that can be had: for what each visitor loads first, and for what takes no time. */
const BEST = 11;
/** Bytes. */
const SMALL = 65_536;

type Output = Rollup.OutputBundle;

/** A chunk's files: its own and those that it imports, in the order of need. */
const filesOf = (bundle: Output, file: string, seen = new Set<string>()): ReadonlySet<string> => {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen;
  seen.add(file);
  for (const imported of chunk.imports) filesOf(bundle, imported, seen);
  return seen;
};

/** The files of the first page, what the explorer needs beside them (its page, then its charts), and the first texts of each language. */
const firstFiles = (bundle: Output) => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const explorer = chunks.find(({ isDynamicEntry, name }) => isDynamicEntry && name === 'explorer-page');
  if (entry === undefined || explorer === undefined) throw new Error('The build has no entry, or no explorer page');
  const first = filesOf(bundle, entry.fileName);
  // The other parts that it imports later are for few.
  const charts = chunks.filter(({ name, fileName }) => name === 'charts' && explorer.dynamicImports.includes(fileName));
  const ofExplorer = [explorer, ...charts].flatMap(({ fileName }) => [...filesOf(bundle, fileName)]);
  const texts = chunks.flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId?.endsWith('.json?first') === true ? [fileName] : [],
  );
  return { first, explorer: new Set(ofExplorer.filter((file) => !first.has(file))), texts: new Set(texts) };
};

/**
 * Names the explorer's files in the page, so that `first.js` asks for them together with the page's own script. That script would
 * ask for them only once it has run.
 */
const explorerNamed = (): Plugin => ({
  name: 'explorer-named',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (bundle === undefined) return [];
      const content = [...firstFiles(bundle).explorer].map((file) => `/${file}`).join(' ');
      return [{ tag: 'meta', attrs: { name: 'weir:explorer', content }, injectTo: 'head-prepend' }];
    },
  },
});

/** Lays a `.br` and a `.gz` beside each file, so that hosts compress once a build rather than once a request. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const { first, explorer, texts } = firstFiles(bundle);
    const files = await readdir(dir, { recursive: true });
    await Promise.all(
      files
        .filter((file) => COMPRESSIBLE.test(file) && file !== 'config.json')
        .map(async (file) => {
          const content = await readFile(join(dir, file));
          if (content.length < THRESHOLD) return;
          const isFirst = first.has(file) || explorer.has(file) || texts.has(file);
          const quality = isFirst || content.length < SMALL ? BEST : QUICKLY;
          const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content, { params }));
          await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
        }),
    );
  },
});

/**
 * Makes the parts of a catalogue, `de.json?first` and `de.json?rest`, with the hashes of the source texts in their place: half the
 * size.
 */
const catalogues = (): Plugin => {
  let first: ReturnType<typeof readFirstTexts> | undefined;
  return {
    name: 'catalogues',
    enforce: 'pre',
    async load(id) {
      const [, path, part] = /^(.*\/language\/catalogues\/\w+\.json)\?(first|rest)$/.exec(id) ?? [];
      if (path === undefined) return undefined;
      const needed = (first ??= readFirstTexts());
      const texts = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Texts);
      return JSON.stringify(
        shortened(Object.fromEntries(texts.filter(([source]) => needed.has(source) === (part === 'first')))),
      );
    },
  };
};

export default defineConfig({
  plugins: [catalogues(), react(), explorerNamed(), compressed()],
  // Packages of this repository are built from their sources: no build of theirs has to come first.
  resolve: { conditions: ['@weir/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    sourcemap: false,
    // The policy allows no data: in scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3001', '/config.json': 'http://127.0.0.1:3001' } },
});
