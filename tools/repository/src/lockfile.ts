import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Whether it is a development dependency only. */
  readonly isDevelopment: boolean;
  readonly hasInstallScript: boolean;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Licences that only require attribution; that of fonts also that changed ones take another name. */
export const ACCEPTED_LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  // MIT without its one condition, to be named: OSI's "MIT No Attribution".
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'OFL-1.1',
  '(MIT AND Zlib)',
  '(Apache-2.0 AND MIT)',
]);

const FOLDER = 'node_modules/';

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** Returns every third-party package that an install brings, by name. */
export const lockedPackages = (): LockedPackage[] => {
  const { packages } = readJson('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && link !== true)
    .map(([path, { version = '', license = 'none stated', dev = false, hasInstallScript = false }]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version,
      licence: license,
      isDevelopment: dev,
      hasInstallScript,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
};

/** Returns which packages may run install scripts and which may not. */
export const reviewedScripts = (): Readonly<Record<string, boolean>> =>
  (readJson('package.json') as { readonly allowScripts: Readonly<Record<string, boolean>> }).allowScripts;
