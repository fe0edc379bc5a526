import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { readFirstTexts } from './scripts/source-texts.js';
import { shortened, type Texts } from './src/language/hash.js';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/;
/** Smaller files fit a packet or two as they are, bytes. */
const THRESHOLD = 1_024;
/** A few percent from the best that can be had, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Lays a `.br` and a `.gz` beside each file, so that hosts compress once a build rather than once a request. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true });
    await Promise.all(
      files
        .filter((file) => COMPRESSIBLE.test(file) && file !== 'config.json')
        .map(async (file) => {
          const content = await readFile(join(dir, file));
          if (content.length < THRESHOLD) return;
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content, BROTLI));
          await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
        }),
    );
  },
});

/** Dates the page by the moment from which sources are read, not by the end: what changes while a build runs is newer than it. */
const dated = (): Plugin => ({
  name: 'dated',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const begun = new Date(performance.timeOrigin);
    await utimes(join(dir, 'index.html'), begun, begun);
  },
});

/**
 * Makes the parts of a catalogue, `de.json?first` and `de.json?rest`, with the hashes of the source texts in their place: half the
 * size.
 */
const catalogues = (): Plugin => {
  let first: ReadonlySet<string> | undefined;
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
  plugins: [catalogues(), react(), compressed(), dated()],
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
