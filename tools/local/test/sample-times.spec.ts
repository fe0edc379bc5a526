import { readdir, readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = ['docs', 'docs/api', 'docs/tasks', 'libs/client', 'libs/covenants', 'libs/wallet', 'libs/verify'];
const BLOCKS = /^```(?:sh|ts|tsx|python|go)\n(.*?)^```/gms;
/** Unix seconds of 2017 to 2039. */
const FIXED_TIME = /\b(?:1[5-9]|2[01])\d{8}\b/;

const pages = async (): Promise<readonly string[]> => {
  const names = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(new URL(folder, ROOT))).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`),
    ),
  );
  return names.flat();
};

describe('the samples of the documents', () => {
  it('name no fixed time: a local chain has one of its own, which other samples move on', async () => {
    const found: string[] = [];
    for (const page of await pages()) {
      const blocks = [...(await readFile(new URL(page, ROOT), 'utf8')).matchAll(BLOCKS)];
      for (const [, code = ''] of blocks)
        for (const line of code.split('\n')) if (FIXED_TIME.test(line)) found.push(`${page}: ${line.trim()}`);
    }
    expect(found).toEqual([]);
  });
});
