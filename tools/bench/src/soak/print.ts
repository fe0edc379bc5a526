import type { Report } from './figures.js';
import type { Holdings, Sample } from './resources.js';
import type { CheckResult } from './verdicts.js';

const holdings = (name: string, { rss, heap, fds, handles }: Holdings): string =>
  `${name} rss ${rss.toFixed(0)} MB heap ${heap.toFixed(0)} MB fds ${fds} handles ${handles}`;

/** Prints an interval of traffic and the service's resources at its end. @param seconds its duration */
export const printReport = (
  { requests, groups, refusals }: Report,
  { api, indexer, devnet, connections }: Sample,
  seconds: number,
): void => {
  console.log(`\n${new Date().toISOString().slice(11, 19)}  ${(requests / seconds).toFixed(1)} requests/s`);
  for (const [name, { count, p50, p99 }] of groups)
    console.log(
      `  ${name.padEnd(26)} ${String(count).padStart(6)}   p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms`,
    );
  console.log(
    `  refused: ${
      [...refusals]
        .sort()
        .map(([code, count]) => `${code} ${count}`)
        .join(', ') || 'nothing'
    }`,
  );
  console.log(
    `  ${holdings('api', api)}; ${holdings('indexer', indexer)}; devnet rss ${devnet.rss.toFixed(0)} MB; ${connections} database connections`,
  );
};

/** Prints the checks. @returns whether all passed */
export const printVerdicts = (verdicts: readonly CheckResult[]): boolean => {
  console.log('');
  for (const { name, good, facts } of verdicts) console.log(`${good ? 'good' : 'BAD '}  ${name}: ${facts}`);
  return verdicts.every(({ good }) => good);
};
