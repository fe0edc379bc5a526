import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packPackages } from '../src/pack/pack-packages.js';

const run = promisify(execFile);
const DIGESTS = fileURLToPath(new URL('../src/digests/digests.main.ts', import.meta.url));

describe('a release', () => {
  it.each([[[]], [['--repository', 'http://plain.example/x']], [['--repository', 'https://host.example/']]])(
    'is refused without the public address of its source: %j',
    async (args) => {
      const release = run(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', DIGESTS, ...args], {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      await expect(release).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Say where the source is published') as string,
      });
    },
  );

  it('names that address in its packages, and leads the links of their READMEs there', async () => {
    const root = await mkdtemp(join(tmpdir(), 'weir-packed-'));
    try {
      for (const folder of ['apps', 'tools', 'contracts', 'libs/thing', 'out'])
        await mkdir(join(root, folder), { recursive: true });
      const manifest = { name: '@weir/thing', version: '1.2.3', files: ['README.md'] };
      await writeFile(join(root, 'contracts/package.json'), '{}');
      await writeFile(join(root, 'libs/thing/package.json'), JSON.stringify({ ...manifest, publishConfig: {} }));
      await writeFile(join(root, 'libs/thing/README.md'), '[docs](../../docs/a.md)\n');
      await writeFile(join(root, 'CHANGELOG.md'), '## 1.2.3\n');
      await packPackages(root, join(root, 'out'), 'https://code.example/owner/weir');
      expect(await readdir(join(root, 'out'))).toEqual(['weir-thing-1.2.3.tgz']);
      const packed = async (name: string) =>
        (await run('tar', ['-xzOf', join(root, 'out/weir-thing-1.2.3.tgz'), `package/${name}`])).stdout;
      expect(JSON.parse(await packed('package.json'))).toMatchObject({
        repository: { type: 'git', url: 'git+https://code.example/owner/weir.git', directory: 'libs/thing' },
        homepage: 'https://code.example/owner/weir#readme',
        bugs: 'https://code.example/owner/weir/issues',
      });
      expect(await packed('README.md')).toBe('[docs](https://code.example/owner/weir/blob/v1.2.3/docs/a.md)\n');
      expect(await packed('CHANGELOG.md')).toBe('## 1.2.3\n');
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
