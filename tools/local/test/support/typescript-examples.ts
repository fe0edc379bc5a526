import { readFile } from 'node:fs/promises';
import * as libauth from '@bitauth/libauth';
import { transform } from 'esbuild';
import { WebSocket } from 'ws';
import * as client from '@weir/client';
import * as chain from '@weir/covenants/chain';
import * as plan from '@weir/covenants/plan';
import * as wallet from '@weir/wallet';
import type { LocalStack } from '../../src/index.js';

/** What examples import. */
const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '@weir/client': client,
  '@weir/covenants/chain': chain,
  '@weir/covenants/plan': plan,
  '@weir/wallet': wallet,
  '@bitauth/libauth': libauth,
  ws: { WebSocket },
};
const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';$/gm;

type Run = (...scope: readonly unknown[]) => Promise<void>;
// What `new Function` is to functions.
const AsyncFunction = (async () => Promise.resolve()).constructor as new (...text: string[]) => Run;

/** Blocks of a page in one language, in their order. @param page path from the repository's root */
export const blocksOf = async (page: string, language: string): Promise<readonly string[]> => {
  const markdown = await readFile(new URL(`../../../../${page}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
};

/** Addresses of a stack. */
type Urls = Pick<LocalStack, 'apiUrl' | 'devKitUrl' | 'electrumUrl'>;

/** Puts the addresses of a stack where the documents name those of `npm start`. */
export const atStack = (code: string, { apiUrl, devKitUrl, electrumUrl }: Urls): string =>
  code
    .replaceAll("baseUrl: 'http://127.0.0.1:3001'", `baseUrl: '${apiUrl}', devUrl: '${devKitUrl}/dev'`)
    .replaceAll('http://127.0.0.1:3001', apiUrl)
    .replaceAll('http://127.0.0.1:3003', devKitUrl)
    .replaceAll('ws://127.0.0.1:50003', electrumUrl);

/**
 * Runs an unchanged example in this process: starting one for each would load the same packages for seconds.
 *
 * @returns what it logs
 */
export const runTypescript = async (code: string, stack: Urls) => {
  const scope = new Map<string, unknown>();
  for (const [, isType, names = '', from = ''] of code.matchAll(IMPORT)) {
    if (isType !== undefined) continue;
    for (const name of names.split(',').map((each) => each.trim())) {
      if (name === '' || name.startsWith('type ')) continue;
      if (MODULES[from]?.[name] === undefined) throw new Error(`${from} has no ${name}`);
      scope.set(name, MODULES[from][name]);
    }
  }
  const lines: unknown[][] = [];
  const text = atStack(code.replaceAll(IMPORT, ''), stack);
  const { code: plain } = await transform(`(async () => {${text}})`, { loader: 'ts', target: 'es2022' });
  const run = new AsyncFunction(...scope.keys(), 'console', `await (${plain.trim().replace(/;$/, '')})();`);
  await run(...scope.values(), { log: (...said: unknown[]) => lines.push(said) });
  return lines;
};
