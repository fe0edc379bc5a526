import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cloneLastCommit, workspaceFolders } from './clone.js';
import { digestList } from './digest-list.js';
import { run } from './run.js';

/** Returns the folders of the packages that are published. */
const publishedFolders = async (root: string): Promise<readonly string[]> => {
  const folders = await workspaceFolders(root);
  const manifests = await Promise.all(
    folders.map(async (folder) => JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as object),
  );
  return folders.filter((_, index) => 'publishConfig' in (manifests[index] ?? {}));
};

/** What a release holds beside its digests. */
const NAMES = { console: 'console', page: 'weir-verify.html', consoleDigests: 'console.sha256', digests: 'SHA256SUMS' };

/**
 * Builds what a release holds from the last commit, in a folder of its own: the console, the page of `@weir/verify`, a
 * tarball of each published package, and SHA256SUMS over all of them, the console's files by their own list.
 *
 * @param workshop where it is built; must not exist yet, and is removed
 * @param target what is there is replaced
 * @returns the content of SHA256SUMS
 */
export const buildRelease = async (root: string, workshop: string, target: string): Promise<string> => {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  try {
    await cloneLastCommit(root, workshop);
    const folders = await publishedFolders(workshop);
    const projects = ['console', ...folders.map((folder) => basename(folder))].join(',');
    const script = (path: string) => join(workshop, path);
    const nx = script('node_modules/nx/dist/bin/nx.js');
    await run(workshop, process.execPath, nx, 'run-many', '-t', 'build', '-p', projects, '--skip-nx-cache');
    const page = ['--conditions=@weir/source', '--import', 'tsx', script('libs/verify/scripts/build-page.ts')];
    await run(workshop, process.execPath, ...page, join(target, NAMES.page));
    // Built above, all at once.
    const pack = ['pack', '--ignore-scripts', '--pack-destination', target];
    await run(workshop, 'npm', ...pack, ...folders.map((folder) => `./${folder}`));
    const console = await digestList(script('apps/console/dist'));
    await writeFile(join(target, NAMES.consoleDigests), console);
    const digests = await digestList(target);
    await cp(script('apps/console/dist'), join(target, NAMES.console), { recursive: true });
    const commit = (await run(workshop, 'git', 'rev-parse', 'HEAD')).trim();
    const npm = (await run(workshop, 'npm', '--version')).trim();
    const content = `# commit ${commit}, Node.js ${process.version}, npm ${npm}\n${digests}`;
    await writeFile(join(target, NAMES.digests), content);
    return content;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
};
