import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package whose code is in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Licence and notice texts, verbatim; empty where the package has no such file. */
  readonly text: string;
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Returns the folders of the packages that files belong to, without duplicates. @param files paths such as
 * `node_modules/pg/lib/index.js`
 */
export const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))].sort();

/** Reads name, version and licence of a package. @param folder relative to the repository's root */
export const readPackage = async (root: string, folder: string): Promise<BundledPackage> => {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const files = (await readdir(join(root, folder))).filter((file) => NOTICE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  return {
    name: String(manifest['name']),
    version: String(manifest['version']),
    licence: String(manifest['license']),
    text: texts.map((text) => text.trim()).join('\n\n'),
  };
};

/** Formats the notices file: whose code is in the bundle, and under which licence. */
export const noticesText = (packages: readonly BundledPackage[]): string =>
  packages
    .map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
