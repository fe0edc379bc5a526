import { figure, percentile, printComparison, printFigure } from '../harness/figures.js';
import { startService } from '../harness/service.js';
import { BURSTS } from './bursts.js';
import { askAsOthers, isProbe, newPerson, type OthersAnswer } from './others.js';
import { startStranger } from './start-stranger.js';

/**
 * One client sends BENCH_BURST (900) requests at once, while BENCH_OTHERS (8) people in other networks read, ask for nonces and create
 * streams, and `/ready` is probed: nonces, creations, webhook tests, and lists of recipients, in BENCH_ROUNDS (3) rounds by turns. The
 * API as it is built, with signed callers and the limits it has by default.
 */
const count = Number(process.env['BENCH_BURST'] ?? 900);
const people = Number(process.env['BENCH_OTHERS'] ?? 8);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

const service = await startService();
const { url } = await service.start(
  { NODE_ENV: 'development', AUTH_MODE: 'signed', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_MAX: '1000' },
  { isBuilt: true },
);
const stranger = await startStranger();

type Kind = keyof typeof BURSTS;
const kinds = Object.keys(BURSTS) as readonly Kind[];
const answers = new Map<Kind, OthersAnswer[]>(kinds.map((kind) => [kind, []]));

/** What runs for the first time takes longer. */
const WARM_UP = 50;
for (const kind of kinds) await stranger.send({ url, requests: await BURSTS[kind](url, WARM_UP) });

for (let round = 1; round <= rounds; round += 1) {
  for (const kind of kinds) {
    const requests = await BURSTS[kind](url, count);
    // New each time: nobody uses up the requests of a minute.
    const others = await Promise.all(Array.from({ length: people }, () => newPerson(url)));
    const [first] = others;
    const { stream } = (await (await first?.createStream())?.json()) as { readonly stream: { readonly id: string } };
    const began = performance.now();
    const burst = stranger.send({ url, requests });
    const asked = askAsOthers(others, stream.id, url, burst);
    const statuses = await burst;
    const ms = performance.now() - began;
    answers.get(kind)?.push(...(await asked));
    const counts = Object.entries(statuses)
      .map(([status, number]) => `${number} x ${status}`)
      .join(', ');
    console.log(`round ${round}: ${count} ${kind} in ${(ms / 1_000).toFixed(1)} s: ${counts}`);
  }
}

const othersOf = (kind: Kind): readonly OthersAnswer[] =>
  (answers.get(kind) ?? []).filter((answer) => !isProbe(answer));
const waitOf = (kind: Kind, percent: number): number =>
  percentile(
    othersOf(kind).map(({ ms }) => ms),
    percent,
  );
for (const kind of kinds) {
  const others = othersOf(kind);
  const probes = (answers.get(kind) ?? []).filter(isProbe);
  console.log(`\n${kind}: ${others.length} answers to others, p50 ${figure(waitOf(kind, 50))} ms`);
  printFigure('  answers that are not 200', others.filter(({ status }) => status !== 200).length, '', 'none');
  printFigure('  /ready that is not 200', probes.filter(({ status }) => status !== 200).length, '', 'none');
  if (kind !== 'nonces')
    printComparison(
      "  others' p99",
      'ms',
      [
        { name: kind, value: waitOf(kind, 99) },
        { name: 'nonces', value: waitOf('nonces', 99) },
      ],
      'at most 4',
    );
}

stranger.stop();
await service.stop();
