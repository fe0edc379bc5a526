/**
 * `npm run docs:site [-- folder]`: builds the documentation site, by default into tools/site/dist, and fails where one of its
 * links leads nowhere. With `--check` it also builds it a second time, and fails where any byte differs, and has the API serve it to a
 * browser, which looks for a word and follows what is found.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSite } from './build-site.js';
import { differingFiles, siteProblems } from './check-site.js';
import { problemsOfUse } from './use-site.js';

const args = process.argv.slice(2);
const [folder = fileURLToPath(new URL('../dist', import.meta.url))] = args.filter((arg) => !arg.startsWith('--'));
const site = resolve(folder);
const pages = await buildSite(site);
const problems = [...(await siteProblems(site))];
if (args.includes('--check')) {
  const second = await mkdtemp(join(tmpdir(), 'weir-site-'));
  try {
    // In a process of its own: VitePress keeps what it knows of the first build.
    const self = fileURLToPath(import.meta.url);
    await promisify(execFile)(process.execPath, [...process.execArgv, self, second], { maxBuffer: 2 ** 26 });
    problems.push(...(await differingFiles(site, second)).map((name) => `${name}: differs from a second build`));
  } finally {
    await rm(second, { recursive: true });
  }
  problems.push(...(await problemsOfUse(site)));
}
for (const problem of problems) console.error(problem);
console.log(`${pages} pages in ${site}. The API serves them with GUIDE=on`);
if (problems.length > 0) process.exitCode = 1;
