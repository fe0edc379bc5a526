/**
 * `npm run digests -- --repository https://host/owner/name [folder]`: builds what a release holds from the last commit, and writes it with its digests, by
 * default to dist/release. `npm run digests -- --twice` builds it in two folders, and fails where any byte differs.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRelease } from './build-release.js';
import { differingLines } from './digest-list.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const { values, positionals } = parseArgs({
  options: { repository: { type: 'string' }, twice: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { repository, twice: isTwice } = values;
if (repository === undefined || !/^https:\/\/[^\s/]+\/\S*[^\s/]$/.test(repository)) {
  console.error(
    'Say where the source is published: --repository https://host/owner/name. The packages name it as their repository and homepage, and their READMEs link to it',
  );
  process.exit(1);
}
const [folder = 'dist/release'] = positionals;
const target = resolve(folder);
const workshops = await mkdtemp(join(tmpdir(), 'weir-release-'));
try {
  console.log(`${await buildRelease(ROOT, join(workshops, 'one'), target, repository)}${target}`);
  if (isTwice) {
    const second = join(workshops, 'second');
    // Another path, of another length and depth.
    await buildRelease(ROOT, join(workshops, 'built', 'elsewhere'), second, repository);
    const differing = await Promise.all(
      ['SHA256SUMS', 'console.sha256'].map(async (name) => {
        const [one, other] = await Promise.all([target, second].map((each) => readFile(join(each, name), 'utf8')));
        return differingLines(one ?? '', other ?? '');
      }),
    );
    for (const line of differing.flat()) console.error(`differs: ${line}`);
    if (differing.flat().length > 0) process.exitCode = 1;
    else console.log('The same, byte for byte, built in another folder.');
  }
} finally {
  await rm(workshops, { recursive: true, force: true });
}
