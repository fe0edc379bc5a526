import { measureReading, type Reading, type ReadingFigures } from './measure-reading.js';

const COLUMNS: readonly (readonly [string, (figures: ReadingFigures) => string])[] = [
  ['req/s', ({ perSecond }) => Math.round(perSecond).toLocaleString('en')],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p95 ms', ({ p95 }) => p95.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['API cpu', ({ api }) => api.toFixed(2)],
  ['PG cpu', ({ database }) => database.toFixed(2)],
  ['asking', ({ client }) => client.toFixed(2)],
  ['failed', ({ failures }) => failures.toString()],
  ['load', ({ load }) => load.toFixed(1)],
];
const NAME = 46;

/** Part of the names of those to measure. */
const { BENCH_ONLY = '' } = process.env;

/**
 * Measures one after the other, and prints a line each: processor times are milliseconds a request. BENCH_ONLY leaves out those whose
 * name does not contain it.
 */
export const printReadings = async (readings: readonly Reading[]): Promise<ReadonlyMap<string, ReadingFigures>> => {
  console.log(`\n${' '.repeat(NAME)}${COLUMNS.map(([title]) => title.padStart(9)).join('')}`);
  const found = new Map<string, ReadingFigures>();
  for (const reading of readings.filter(({ name }) => name.includes(BENCH_ONLY))) {
    const figures = await measureReading(reading);
    found.set(reading.name, figures);
    console.log(`${reading.name.padEnd(NAME)}${COLUMNS.map(([, text]) => text(figures).padStart(9)).join('')}`);
  }
  return found;
};
