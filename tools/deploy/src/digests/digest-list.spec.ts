import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differingLines, digestList } from './digest-list.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-digests-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), 'abc');
  await writeFile(join(folder, 'assets', 'b.js'), '');
  await writeFile(join(folder, 'assets', 'B.js'), '');
});
afterAll(() => rm(folder, { recursive: true }));

it('lists files as sha256sum does, in the order of LC_ALL=C sort', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(await digestList(folder)).toBe(
    `${empty}  assets/B.js\n${empty}  assets/b.js\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  index.html\n`,
  );
});

it('names what differs between two lists', () => {
  expect(differingLines('1  a\n2  b\n', '1  a\n2  b\n')).toEqual([]);
  expect(differingLines('1  a\n2  b\n', '1  a\n3  b\n4  c\n')).toEqual(['2  b', '3  b', '4  c']);
});
