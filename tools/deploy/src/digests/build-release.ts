import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packPackages, publishedFolders } from '../pack/pack-packages.js';
import { cloneLastCommit } from '../shared/clone.js';
import { run } from '../shared/run.js';
import { digestList } from './digest-list.js';

/** What a release holds beside its digests. */
const NAMES = { console: 'console', page: 'weir-verify.html', consoleDigests: 'console.sha256', digests: 'SHA256SUMS' };

/**
 * Builds what a release holds from the last commit, in a folder of its own: the console, the page of `@weir/verify`, a
 * tarball of each published package, and SHA256SUMS over all of them, the console's files by their own list.
 *
 * @param workshop where it is built; must not exist yet, and is removed
 * @param target what is there is replaced
 * @param repository public address of the source, which the packages name
 * @returns the content of SHA256SUMS
 */
export const buildRelease = async (
  root: string,
  workshop: string,
  target: string,
  repository: string,
): Promise<string> => {
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
    await packPackages(workshop, target, repository);
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
