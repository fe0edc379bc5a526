import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { launchBrowser } from '@weir/testing/browser';

/** A page of a real browser, with nothing on it. */
export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

/** Starts Chromium, and a server for one empty page. */
export const startBrowser = async (): Promise<Browser> => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Client</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
    },
  };
};

/**
 * Bundles TypeScript text for a browser in parts, as bundlers that split code make them.
 *
 * @param isLoaded whether a page loads a part that is imported later, by the source that it begins with
 * @returns JavaScript of each part that the page loads
 */
export const partsOf = async (
  code: string,
  resolveDir: string,
  isLoaded: (entryPoint: string) => boolean,
): Promise<readonly string[]> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    format: 'esm',
    splitting: true,
    outdir: '/bundle',
    metafile: true,
    conditions: ['@weir/source'],
  });
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path, kind } of metafile.outputs[name]?.imports ?? []) {
      const entryPoint = metafile.outputs[path]?.entryPoint;
      if (kind === 'import-statement' || (entryPoint !== undefined && isLoaded(entryPoint))) load(path);
    }
  };
  const [first = ''] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === '<stdin>') ?? [];
  load(first);
  return [...loaded].map((name) => {
    const file = outputFiles.find(({ path }) => path.endsWith(`/${name.split('/').at(-1) ?? name}`));
    if (file === undefined) throw new Error(`The bundle lacks ${name}`);
    return file.text;
  });
};

/** Bundles TypeScript text for a browser. @returns JavaScript whose exports are in the global `Bundle` */
export const bundleFor = async (code: string, resolveDir: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    format: 'esm',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Adds TypeScript text to a page as a bundle of several files, as bundlers that split code make it. The client loads its checks
 * when something is first signed, and esbuild's bundles of one file run such parts before what they need.
 */
export const addSplitBundle = async (page: Page, code: string, resolveDir: string): Promise<void> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    format: 'esm',
    splitting: true,
    outdir: '/bundle',
    conditions: ['@weir/source'],
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  await page.route('**/bundle/*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: texts.get(new URL(route.request().url()).pathname) ?? '' }),
  );
  await page.addScriptTag({ url: '/bundle/stdin.js', type: 'module' });
};
