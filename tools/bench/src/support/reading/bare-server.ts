import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithBench } from '../end-with-bench.js';

const CHILD = fileURLToPath(new URL('bare-server.child.ts', import.meta.url));

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a Fastify of its own, in a process of its own, that answers these bytes. */
export const startBareServer = async (body: string): Promise<BareServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bare-'));
  const file = join(folder, 'body');
  await writeFile(file, body);
  const child = endWithBench(
    spawn(process.execPath, ['--import', 'tsx', CHILD, file], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
