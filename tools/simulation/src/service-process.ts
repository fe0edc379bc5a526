import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { serviceFile } from './service-file.js';

/** A service in a separate process, started as operators do. */
export interface ServiceProcess {
  /** URL where it listens. */
  readonly url: string;
  /** Sends a signal. @returns the exit code, or the signal it died of, once it has exited */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/**
 * Starts a service, built from the current sources, on a free port of 127.0.0.1.
 *
 * @throws Error with its output when it exits before it listens
 */
export const startServiceProcess = async (
  service: 'api' | 'indexer',
  environment: NodeJS.ProcessEnv,
): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [await serviceFile(service)], {
    env: { PATH: process.env['PATH'], ...environment, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const listening = new Promise<string>((resolve, reject) => {
    const printed: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      printed.push(line);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`The service ended before it listened:\n${printed.join('\n')}`)));
  });
  return {
    url: await listening,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
};
