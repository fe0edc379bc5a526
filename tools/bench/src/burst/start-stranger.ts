import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Requests that one client sends at once. */
export interface Burst {
  readonly url: string;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}

/** A process that sends bursts, so that sending them does not hold up what is measured here. */
export interface Stranger {
  /** @returns how many answers had which status */
  send(burst: Burst): Promise<Readonly<Record<string, number>>>;
  stop(): void;
}

/** Starts the process, which ends with this one at the latest. */
export const startStranger = async (): Promise<Stranger> => {
  const program = fileURLToPath(new URL('./stranger.child.ts', import.meta.url));
  const child = fork(program, { execArgv: ['--conditions=@weir/source', '--import', 'tsx'] });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  await once(child, 'message');
  return {
    async send(burst) {
      const answered = once(child, 'message');
      child.send(burst);
      const [counts] = (await answered) as [Readonly<Record<string, number>>];
      return counts;
    },
    stop: () => void child.kill(),
  };
};
