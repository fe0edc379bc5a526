import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The indexer as operators start it, in a process of its own, from its sources. */
export interface IndexerProcess {
  /** Where it listens. */
  readonly url: string;
  /** Whether it writes at present; false also of one that is dead. */
  isWriter(): Promise<boolean>;
  /** Sends a signal. @returns once it is gone: its exit code, or the signal it died of */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Starts the indexer. @throws Error with what it printed when it ends before it listens */
export const startIndexerProcess = async (environment: NodeJS.ProcessEnv): Promise<IndexerProcess> => {
  const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'], ...environment, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const listening = new Promise<string>((resolve, reject) => {
    const printed: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      printed.push(line);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`The indexer ended before it listened:\n${printed.join('\n')}`)));
  });
  const url = await listening;
  return {
    url,
    async isWriter() {
      const response = await fetch(`${url}/indexer/status`).catch(() => undefined);
      if (response?.status !== 200) return false;
      return ((await response.json()) as { writer: { isLeader: boolean } }).writer.isLeader;
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
};
