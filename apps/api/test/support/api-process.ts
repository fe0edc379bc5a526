import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@weir/simulation';
import { type Fixture, NO_LIMITS } from './fixture.js';

/** Settings of an API over a fixture's database and chain, on any free port. */
export const processSettings = ({ config, devnet }: Fixture): Readonly<Record<string, string>> => ({
  DATABASE_URL: config.databaseUrl,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
});

/** Starts an API in a separate process, over the database and chain of a fixture's own. */
export const startApiProcess = (
  fixture: Fixture,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> =>
  startServiceProcess('api', {
    ...processSettings(fixture),
    ...NO_LIMITS,
    NODE_ENV: 'test',
    WATCHER: 'off',
    RATE_LIMIT_MAX: '0',
    ...environment,
  });

/** Resident memory of a process, MiB; by what Linux reports of it. */
export const residentMiB = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} does not report its memory`);
  return Number(kilobytes) / 1_024;
};

/** Returns the peak memory of a process while work runs, sampled every 20 milliseconds. */
export const peakMiB = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly peak: number }> => {
  let peak = residentMiB(pid);
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      peak = Math.max(peak, residentMiB(pid));
      await sleep(20);
    }
  };
  const [result] = await Promise.all([work().finally(() => (isDone = true)), watch()]);
  return { result, peak };
};
