import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package whose code is in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** What its licence asks to be handed on, word for word; empty where it brings no such file. */
  readonly text: string;
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

/** The folders of the packages that files belong to, each once. @param files paths such as `node_modules/pg/lib/index.js` */
export const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))].sort();

/** Reads what a package says of itself. @param folder from the repository's root */
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

/** The file that goes with the bundle: whose code is in it, and on which terms. */
export const noticesText = (packages: readonly BundledPackage[]): string =>
  packages
    .map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
