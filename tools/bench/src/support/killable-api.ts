import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));

/** An API in a separate process. */
export interface KillableApi {
  readonly url: string;
  readonly pid: number;
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>;
}

/** Starts the API from its sources, as operators do. Needs LOG_LEVEL info, since its log says where it listens. */
export const startKillableApi = async (settings: Readonly<Record<string, string>>): Promise<KillableApi> => {
  const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'], ...settings, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found !== undefined) resolve(found);
    });
    lines.once('close', () => reject(new Error('The API ended before it listened')));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      const end = once(child, 'exit');
      child.kill('SIGKILL');
      await end;
    },
  };
};
