import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromSources, startChildProgram, type ChildProgram } from './child-program.js';

const CHILD = fileURLToPath(new URL('bare-server.child.ts', import.meta.url));

/** Starts a Fastify without anything else, in a separate process, that answers these bytes from memory. */
export const startBareServer = async (body: string): Promise<ChildProgram> => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bare-'));
  const file = join(folder, 'body');
  await writeFile(file, body);
  const child = await startChildProgram([...fromSources(CHILD), file], {});
  // It has read the file before it listens.
  await rm(folder, { recursive: true });
  return child;
};
