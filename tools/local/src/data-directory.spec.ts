import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeDataDirectory } from './data-directory.js';

describe('a directory for data', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weir-data-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const inside = () => readdir(directory).then((names) => names.sort());

  it('is made where there is none, and kept', async () => {
    const made = join(directory, 'made', 'here');
    await takeDataDirectory(made, true);
    expect(await readdir(made)).toEqual(['.weir-data']);
    await mkdir(join(made, 'postgres'));
    await takeDataDirectory(made, false);
    expect(await readdir(made)).toEqual(['.weir-data', 'postgres']);
  });

  it('is emptied of our parts alone', async () => {
    await takeDataDirectory(directory, false);
    await mkdir(join(directory, 'postgres', 'base'), { recursive: true });
    await mkdir(join(directory, 'devnet'));
    await writeFile(join(directory, 'notes.txt'), 'mine');
    await takeDataDirectory(directory, true);
    expect(await inside()).toEqual(['.weir-data', 'notes.txt']);
  });

  it('of before there was a mark is ours too', async () => {
    await mkdir(join(directory, 'postgres'));
    await mkdir(join(directory, 'devnet'));
    await takeDataDirectory(directory, true);
    expect(await inside()).toEqual(['.weir-data']);
  });

  it('is not emptied while its Postgres runs', async () => {
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres', 'postmaster.pid'), `${process.pid}\n${directory}\n`);
    await expect(takeDataDirectory(directory, true)).rejects.toThrow('nothing was changed');
    expect(await readdir(join(directory, 'postgres'))).toEqual(['postmaster.pid']);
    // A process that is gone keeps nothing.
    await writeFile(join(directory, 'postgres', 'postmaster.pid'), '4194999\n');
    await takeDataDirectory(directory, true);
    expect(await inside()).toEqual(['.weir-data']);
  });

  it.each([true, false])('that holds anything else is refused, fresh: %s', async (fresh) => {
    for (const name of ['a', 'b', 'c', 'd', 'postgres']) await writeFile(join(directory, name), '');
    await expect(takeDataDirectory(directory, fresh)).rejects.toThrow(/did not make \(a, b, c, and 1 more\)/);
    expect(await inside()).toEqual(['a', 'b', 'c', 'd', 'postgres']);
  });
});
