import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createWeir } from '@weir/client';
import { createClient, Figures, measuredFetch, type Report } from './client.js';
import type { Fixture, Answered } from './fixture.js';
import { findContradictions, settle } from './invariants.js';
import { type CheckResult, type Holdings, judgeHoldings, judgeNone, type Sample, takeSample } from './resources.js';
import { startStack } from './stack.js';
import { runTraffic } from './traffic.js';

const holdings = (name: string, { rss, heap, fds, handles }: Holdings): string =>
  `${name} rss ${rss.toFixed(0)} MB heap ${heap.toFixed(0)} MB fds ${fds} handles ${handles}`;

/** Prints an interval of traffic and the service's resources at its end. @param seconds its duration */
const printReport = (
  { requests, groups, refusals }: Report,
  { api, indexer, connections }: Sample,
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
  console.log(`  ${holdings('api', api)}; ${holdings('indexer', indexer)}; ${connections} database connections`);
};

/** Prints the checks. @returns whether all passed */
const printVerdicts = (verdicts: readonly CheckResult[]): boolean => {
  console.log('');
  for (const { name, good, facts } of verdicts) console.log(`${good ? 'good' : 'BAD '}  ${name}: ${facts}`);
  return verdicts.every(({ good }) => good);
};

const INTERVAL_MS = 15_000;
/** Samples within an interval, so that a short soak has enough of them. */
const SAMPLE_MS = 3_000;

/**
 * `npm run soak -- --minutes 5`: mixed traffic against the whole service, each part in its own process. Exits with 1
 * unless memory and handles stay flat, nothing fails, and all records agree with the chain.
 */
export const measure = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: '5' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 180)) throw new Error('--minutes takes a number of minutes up to 180');

  const stack = await startStack();
  const figures = new Figures();
  const end = Date.now() + minutes * 60_000;
  const answered: Answered[] = [];
  const fixture: Fixture = {
    weir: createWeir({ baseUrl: stack.api.url, fetch: measuredFetch(figures) }),
    client: createClient(stack.api.url, figures),
    control: stack.control,
    answered,
    isOver: () => Date.now() >= end,
  };
  console.log(`Soaking for ${minutes} minutes: api ${stack.api.url}, indexer ${stack.indexer.url}`);

  const traffic = runTraffic(fixture, figures, stack.api.url, stack.indexer.url);
  const samples: Sample[] = [];
  let reported = Date.now();
  while (!fixture.isOver()) {
    await sleep(SAMPLE_MS);
    const sample = await takeSample(stack).catch((error: unknown) => {
      // A process that does not answer has ended and said why.
      for (const child of [stack.api, stack.indexer])
        console.error(`${child.name}: ${child.ending() ?? 'runs'}\n${child.errors.slice(-3).join('\n')}`);
      throw error;
    });
    samples.push(sample);
    if (Date.now() - reported < INTERVAL_MS) continue;
    printReport(figures.report(), sample, (Date.now() - reported) / 1000);
    reported = Date.now();
  }
  const scenarios = await traffic;
  console.log(`\nscenarios run: ${[...scenarios].map(([name, count]) => `${name} ${count}`).join(', ')}`);

  const endings = [stack.api, stack.indexer].flatMap((child) =>
    child.ending() === undefined ? [] : [`${child.name} ended with ${child.ending() ?? ''}`],
  );
  await settle(stack, fixture);
  const contradictions = await findContradictions(stack, fixture);
  const logged = [...stack.api.errors, ...stack.indexer.errors].map((line) => line.slice(0, 300));
  const verdicts = [
    ...judgeHoldings(samples),
    judgeNone('failures', figures.failures),
    judgeNone('errors in the logs', logged),
    judgeNone('processes that ended', endings),
    ...contradictions.map(([name, problems]) => judgeNone(name, problems)),
    judgeNone('processes that did not stop as asked', await stack.stop()),
  ];
  if (!printVerdicts(verdicts)) process.exitCode = 1;
};
