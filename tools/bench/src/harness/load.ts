import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { percentile } from './figures.js';
import { cpuTime } from './processes.js';

/** Requests that some clients send to one process for some seconds. */
export interface Load {
  readonly name: string;
  readonly url: string;
  /** Path of the request of a number. */
  readonly path: (turn: number) => string;
  /** How many are under way at once. */
  readonly clients: number;
  readonly seconds: number;
  /** Requests beforehand that do not count; two seconds of them by default. */
  readonly warmUp?: number | undefined;
  /** The process that answers, and that of its database, whose children count with it. */
  readonly pid: number;
  readonly databasePid: number;
  /** Begins what goes on meanwhile. @returns how to end it */
  readonly meanwhile?: (() => () => void) | undefined;
}

/** Milliseconds of one request each; requests a second. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the process that answers, and of the database's. */
  readonly api: number;
  readonly database: number;
  readonly failures: number;
  /** Of the whole machine, over the last minute. */
  readonly load: number;
}

const WARM_UP_SECONDS = 2;

interface Sent {
  readonly times: readonly number[];
  readonly failures: number;
}

const send = (
  { url, path, clients: connections }: Load,
  length: Pick<autocannon.Options, 'amount' | 'duration'>,
  turn: { next: number },
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const setupRequest = (request: autocannon.Request): autocannon.Request => ({
      ...request,
      path: path((turn.next += 1)),
    });
    const instance = autocannon(
      { url, connections, ...length, requests: [{ setupRequest }] },
      (error: Error | null, result) => {
        if (error === null) resolve({ times, failures: result.non2xx + result.errors });
        else reject(error);
      },
    );
    instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });

/**
 * Sends requests for some seconds, after some that do not count. Processor time per request hardly depends on what else the
 * machine does, unlike the times clients wait.
 */
const measureLoad = async (load: Load): Promise<LoadFigures> => {
  const turn = { next: 0 };
  const end = load.meanwhile?.();
  try {
    await send(load, load.warmUp === undefined ? { duration: WARM_UP_SECONDS } : { amount: load.warmUp }, turn);
    const used = () => Promise.all([cpuTime(load.pid), cpuTime(load.databasePid, { children: true })]);
    const [before, began] = [await used(), performance.now()];
    const { times, failures } = await send(load, { duration: load.seconds }, turn);
    const [elapsed, after] = [(performance.now() - began) / 1_000, await used()];
    return {
      perSecond: times.length / elapsed,
      p50: percentile(times, 50),
      p95: percentile(times, 95),
      p99: percentile(times, 99),
      api: (after[0] - before[0]) / times.length,
      database: (after[1] - before[1]) / times.length,
      failures,
      load: loadavg()[0] ?? 0,
    };
  } finally {
    end?.();
  }
};

const COLUMNS: readonly (readonly [string, (figures: LoadFigures) => string])[] = [
  ['req/s', ({ perSecond }) => Math.round(perSecond).toLocaleString('en')],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p95 ms', ({ p95 }) => p95.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['API cpu', ({ api }) => api.toFixed(2)],
  ['PG cpu', ({ database }) => database.toFixed(2)],
  ['failed', ({ failures }) => failures.toString()],
  ['load', ({ load }) => load.toFixed(1)],
];
const NAME = 46;

/** Measures loads one after the other, and prints a line each; processor times are milliseconds a request. */
export const printLoads = async (loads: readonly Load[]): Promise<ReadonlyMap<string, LoadFigures>> => {
  console.log(`\n${' '.repeat(NAME)}${COLUMNS.map(([title]) => title.padStart(9)).join('')}`);
  const found = new Map<string, LoadFigures>();
  for (const load of loads) {
    const figures = await measureLoad(load);
    found.set(load.name, figures);
    console.log(`${load.name.padEnd(NAME)}${COLUMNS.map(([, text]) => text(figures).padStart(9)).join('')}`);
  }
  return found;
};
