import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A file's text. @param path from the repository's root */
export const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** The names of all settings that a service's example explains. Tests of the services hold the examples to what is read. */
export const settingsOf = (example: string): ReadonlySet<string> =>
  new Set([...textOf(example).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));

/** All that a file of alerts or panels asks Prometheus. */
export const expressionsOf = (path: string): string[] =>
  path.endsWith('.json')
    ? [...textOf(path).matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text) as string)
    : [...textOf(path).matchAll(/^ *expr: '(.*)'$/gm)].map(([, text = '']) => text);
