import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns a file's text. @param path relative to the repository's root */
export const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/**
 * Returns the names of all settings in a service's `.env.example`. The services' tests check that these files match
 * what is read.
 */
export const settingsOf = (example: string): ReadonlySet<string> =>
  new Set([...textOf(example).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));

/** Returns all PromQL expressions in a file of alerts or panels. */
export const expressionsOf = (path: string): string[] =>
  path.endsWith('.json')
    ? [...textOf(path).matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text) as string)
    : [...textOf(path).matchAll(/^ *expr: '(.*)'$/gm)].map(([, text = '']) => text);
