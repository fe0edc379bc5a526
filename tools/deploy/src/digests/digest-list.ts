import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Returns the paths of all files in a folder, with slashes, in the order of their characters' codes. */
const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .sort();
};

/** Returns the SHA-256 of bytes or text, hex. */
const digestOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** Lists the SHA-256 of each file in a folder, as `sha256sum` prints it and `sha256sum -c` checks it. */
export const digestList = async (folder: string): Promise<string> => {
  const lines = (await filesIn(folder)).map(
    async (file) => `${digestOf(await readFile(join(folder, file)))}  ${file}\n`,
  );
  return (await Promise.all(lines)).join('');
};

/** Returns the lines that only one of two lists has. */
export const differingLines = (one: string, other: string): readonly string[] => {
  const [ones, others] = [one, other].map((list) => list.split('\n'));
  return [
    ...(ones ?? []).filter((line) => !others?.includes(line)),
    ...(others ?? []).filter((line) => !ones?.includes(line)),
  ];
};
