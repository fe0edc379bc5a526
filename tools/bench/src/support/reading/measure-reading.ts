import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { cpuTime } from '../cpu-time.js';
import { percentile } from '../percentile.js';

/** What is asked of some processes for some seconds. */
export interface Reading {
  readonly name: string;
  /** Where it is asked: clients are spread over all of them. */
  readonly urls: readonly string[];
  /** What the request of a number asks for. */
  readonly path: (turn: number) => string;
  /** How many ask at once. */
  readonly clients: number;
  readonly seconds: number;
  /** Requests that do not count, in the beginning; two seconds of them by default. */
  readonly warmUp?: number | undefined;
  /** Whose processor time counts as the API's. */
  readonly pids: readonly number[];
  /** The servers of databases, whose processes count with them. */
  readonly databases: readonly number[];
  /** Begins what goes on meanwhile. @returns how to end it */
  readonly meanwhile?: (() => () => void) | undefined;
}

/** Milliseconds, of one request each; requests by second. */
export interface ReadingFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the API's processes, of the databases', and of those who ask. */
  readonly api: number;
  readonly database: number;
  readonly client: number;
  readonly failures: number;
  /** Of the whole machine, over the last minute. */
  readonly load: number;
}

const WARM_UP_SECONDS = 2;

const totalOf = async (times: readonly Promise<number>[]): Promise<number> =>
  (await Promise.all(times)).reduce((sum, time) => sum + time, 0);

/** @param onAnswer told how long each took, milliseconds */
const load = (options: autocannon.Options, onAnswer: (milliseconds: number) => void): Promise<autocannon.Result> =>
  new Promise((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
    instance.on('response', (_client, _status, _bytes, milliseconds) => onAnswer(milliseconds));
  });

const ask = async (
  { urls, path, clients }: Reading,
  length: Pick<autocannon.Options, 'amount' | 'duration'>,
  turn: { next: number },
): Promise<{ readonly times: readonly number[]; readonly failures: number }> => {
  const times: number[] = [];
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: path((turn.next += 1)),
  });
  const connections = Math.ceil(clients / urls.length);
  const results = await Promise.all(
    urls.map((url) =>
      load({ url, connections, ...length, requests: [{ setupRequest }] }, (milliseconds) => {
        times.push(milliseconds);
      }),
    ),
  );
  return { times, failures: results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0) };
};

/**
 * Asks for some seconds, after some more that do not count. What a request costs is the processes' time over their number: what else
 * the machine does changes it little, unlike the times people wait.
 */
export const measureReading = async (reading: Reading): Promise<ReadingFigures> => {
  const turn = { next: 0 };
  const end = reading.meanwhile?.();
  try {
    const { warmUp } = reading;
    await ask(reading, warmUp === undefined ? { duration: WARM_UP_SECONDS } : { amount: warmUp }, turn);
    const used = () =>
      Promise.all([
        totalOf(reading.pids.map((pid) => cpuTime(pid))),
        totalOf(reading.databases.map((pid) => cpuTime(pid, { children: true }))),
      ]);
    const [before, own, began] = [await used(), process.cpuUsage(), performance.now()];
    const { times, failures } = await ask(reading, { duration: reading.seconds }, turn);
    const elapsed = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(own);
    const after = await used();
    const each = (milliseconds: number): number => milliseconds / times.length;
    return {
      perSecond: times.length / elapsed,
      p50: percentile(times, 50),
      p95: percentile(times, 95),
      p99: percentile(times, 99),
      api: each(after[0] - before[0]),
      database: each(after[1] - before[1]),
      client: each((user + system) / 1_000),
      failures,
      load: loadavg()[0] ?? 0,
    };
  } finally {
    end?.();
  }
};
