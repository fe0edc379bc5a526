import { startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { BURSTS } from './support/burst/bursts.js';
import { askAsOthers, isProbe, type OthersAnswer } from './support/burst/others.js';
import { newPerson } from './support/burst/person.js';
import { startStranger } from './support/burst/start-stranger.js';
import { percentile } from './support/percentile.js';
import { startReplicas } from './support/reading/replicas.js';

/**
 * One client sends BENCH_BURST (900) requests at once, while BENCH_OTHERS (8) people in other networks read, ask for nonces and create
 * streams, and `/ready` is probed: nonces, creations, webhook tests, and lists of recipients, in BENCH_ROUNDS (3) rounds by turns. The
 * API as it is built, with signed callers and the limits it has by default.
 */
const count = Number(process.env['BENCH_BURST'] ?? 900);
const others = Number(process.env['BENCH_OTHERS'] ?? 8);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const GOAL = 4;

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet()]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(database);
await database.destroy();
const [api] = await startReplicas(1, postgres.url, devnet, {
  ...{
    NODE_ENV: 'development',
    AUTH_MODE: 'signed',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_MAX: '1000',
    WEBHOOKS: 'off',
  },
});
if (api === undefined) throw new Error('No API was started');
const { url } = api;
const stranger = await startStranger();

type Kind = keyof typeof BURSTS;
const kinds = Object.keys(BURSTS) as readonly Kind[];
const answers = new Map<Kind, OthersAnswer[]>(kinds.map((kind) => [kind, []]));
const took = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));

/** What runs for the first time takes longer. */
const WARM_UP = 50;
for (const kind of kinds) await stranger.send({ url, requests: await BURSTS[kind](url, WARM_UP) });

for (let round = 1; round <= rounds; round += 1) {
  for (const kind of kinds) {
    const requests = await BURSTS[kind](url, count);
    // New each time: nobody uses up the requests of a minute.
    const people = await Promise.all(Array.from({ length: others }, () => newPerson(url)));
    const [first] = people;
    const { stream } = (await (await first?.createStream())?.json()) as { readonly stream: { readonly id: string } };
    const began = performance.now();
    const burst = stranger.send({ url, requests });
    const asked = askAsOthers(people, stream.id, url, burst);
    const statuses = await burst;
    const ms = performance.now() - began;
    took.get(kind)?.push(ms);
    answers.get(kind)?.push(...(await asked));
    const told = Object.entries(statuses)
      .map(([status, number]) => `${number} x ${status}`)
      .join(', ');
    console.log(`round ${round}: ${count} ${kind} in ${(ms / 1_000).toFixed(1)} s: ${told}`);
  }
}

const p99Of = (kind: Kind): number =>
  percentile(
    (answers.get(kind) ?? []).filter((answer) => !isProbe(answer)).map(({ ms }) => ms),
    99,
  );
const usual = p99Of('nonces');
for (const kind of kinds) {
  const all = answers.get(kind) ?? [];
  const rest = all.filter((answer) => !isProbe(answer));
  const times = rest.map(({ ms }) => ms);
  const failed = rest.filter(({ status }) => status !== 200).length;
  const probes = all.filter(isProbe);
  const ready = probes.filter(({ status }) => status === 200).length;
  const [p50, p90, p99, most] = [50, 90, 99, 100].map((percent) => Math.round(percentile(times, percent)));
  console.log(
    `${kind}: others ${rest.length} answers, p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms, longest ${most} ms, ${failed} not 200; ` +
      `/ready ${ready} of ${probes.length} times 200; p99 ${(p99Of(kind) / usual).toFixed(2)} of that with nonces (goal ${GOAL})`,
  );
}

stranger.stop();
await api.stop();
await devnet.stop();
await postgres.stop();
