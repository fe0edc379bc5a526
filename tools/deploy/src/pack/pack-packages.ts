import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { workspaceFolders } from '../shared/clone.js';
import { run } from '../shared/run.js';
import { outsideLinks } from './outside-links.js';

interface Manifest {
  readonly version: string;
  readonly files?: readonly string[];
  readonly publishConfig?: object;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Returns the folders of the packages that are published. */
export const publishedFolders = async (root: string): Promise<readonly string[]> => {
  const folders = await workspaceFolders(root);
  const manifests = await Promise.all(folders.map((folder) => manifestOf(join(root, folder))));
  return folders.filter((_, index) => manifests[index]?.publishConfig !== undefined);
};

const CHANGELOG = 'CHANGELOG.md';

/** What a package says of where it comes from, for registries; nothing where no public address is known. */
const originOf = (folder: string, repository: string | undefined): object =>
  repository === undefined
    ? {}
    : {
        repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
        homepage: `${repository}#readme`,
        bugs: `${repository}/issues`,
      };

/**
 * Packs the published packages, which must be built: with the changelog, a README whose links hold outside of the
 * repository, and where the source is published.
 *
 * @param target gets the tarballs
 * @param repository public address of the source, such as `https://host/owner/name`; undefined for use without publishing
 */
export const packPackages = async (root: string, target: string, repository: string | undefined): Promise<void> => {
  const stage = await mkdtemp(join(tmpdir(), 'weir-pack-'));
  try {
    const folders = await publishedFolders(root);
    for (const folder of folders) {
      const staged = join(stage, basename(folder));
      await cp(join(root, folder), staged, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
      await cp(join(root, CHANGELOG), join(staged, CHANGELOG));
      const manifest = await manifestOf(staged);
      const packed = { ...manifest, ...originOf(folder, repository), files: [...(manifest.files ?? []), CHANGELOG] };
      await writeFile(join(staged, 'package.json'), `${JSON.stringify(packed, undefined, 2)}\n`);
      const base = repository === undefined ? undefined : `${repository}/blob/v${manifest.version}`;
      const readme = await readFile(join(staged, 'README.md'), 'utf8');
      await writeFile(join(staged, 'README.md'), outsideLinks(readme, folder, base));
    }
    const paths = folders.map((folder) => join(stage, basename(folder)));
    await run(stage, 'npm', 'pack', '--ignore-scripts', '--pack-destination', target, ...paths);
  } finally {
    await rm(stage, { recursive: true });
  }
};
