import { CashAddressType, encodeCashAddress } from '@bitauth/libauth';
import { figure, percentile, printComparison, printFigure } from '../harness/figures.js';
import { startService } from '../harness/service.js';
import { hashOf } from '../merkle/recipients.js';
import { askAsOthers, isProbe, newNetwork, newPerson, type OthersAnswer, type Person, streamBody } from './others.js';
import { type Burst, startStranger } from './start-stranger.js';

/** A kind of burst: prepares what its requests need, and returns these. */
type BurstKind = (url: string, count: number) => Promise<Burst['requests']>;

const LISTS_PER_CAMPAIGN = 20;
const ROWS = 100;
const AMOUNT = 0.001;

/** Preparing from another network leaves the burst's own its whole allowance. */
const fromElsewhere = async (person: Person, url: string, path: string, body: object): Promise<unknown> => {
  const headers = { ...person.headers, 'x-forwarded-for': newNetwork() };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const nonces: BurstKind = async (url, count) => {
  const { address, headers } = await newPerson(url);
  return repeat(count, () => ({ path: '/api/auth/nonce', headers, body: JSON.stringify({ address }) }));
};

const creations: BurstKind = async (url, count) => {
  const { address, headers } = await newPerson(url);
  return repeat(count, () => ({ path: '/api/streams/create', headers, body: JSON.stringify(streamBody({ address })) }));
};

const webhookTests: BurstKind = async (url, count) => {
  const person = await newPerson(url);
  const { webhook } = (await fromElsewhere(person, url, '/api/webhooks', {
    url: 'https://receiver.example/hook',
  })) as { readonly webhook: { readonly id: string } };
  const path = `/api/webhooks/${webhook.id}/test`;
  return repeat(count, () => ({ path, headers: person.headers, body: '{}' }));
};

const uploads: BurstKind = async (url, count) => {
  const person = await newPerson(url);
  const paths: string[] = [];
  for (let made = 0; made < count; made += LISTS_PER_CAMPAIGN) {
    const { campaign } = (await fromElsewhere(person, url, '/api/airdrops/create', {
      title: 'Burst',
      totalAmount: ROWS * AMOUNT * 10,
      requireKyc: true,
    })) as { readonly campaign: { readonly id: string } };
    paths.push(`/api/airdrops/${campaign.id}/generate-merkle`);
  }
  const lines = repeat(count + ROWS, (at) => {
    const { address } = encodeCashAddress({ payload: hashOf(at), prefix: 'bchtest', type: CashAddressType.p2pkh });
    return `${address},${AMOUNT}`;
  });
  return repeat(count, (at) => ({
    path: paths[Math.floor(at / LISTS_PER_CAMPAIGN)] ?? '',
    headers: { ...person.headers, 'content-type': 'text/csv' },
    // Another list each time.
    body: lines.slice(at, at + ROWS).join('\n'),
  }));
};

/** The bursts by name; `nonces` are what the others are measured against. */
const BURSTS = { nonces, creations, 'webhook tests': webhookTests, uploads } as const;

const count = Number(process.env['BENCH_BURST'] ?? 900);
const people = Number(process.env['BENCH_OTHERS'] ?? 8);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

type Kind = keyof typeof BURSTS;

const kinds = Object.keys(BURSTS) as readonly Kind[];

/** What runs for the first time takes longer. */
const WARM_UP = 50;

/**
 * One client sends BENCH_BURST (900) requests at once, while BENCH_OTHERS (8) people in other networks read, ask for nonces and create
 * streams, and `/ready` is probed: nonces, creations, webhook tests, and lists of recipients, in BENCH_ROUNDS (3) rounds by turns. The
 * API as it is built, with signed callers and the limits it has by default.
 */
export const measure = async (): Promise<void> => {
  const service = await startService();
  const { url } = await service.start(
    { NODE_ENV: 'development', AUTH_MODE: 'signed', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_MAX: '1000' },
    { isBuilt: true },
  );
  const stranger = await startStranger();

  const answers = new Map<Kind, OthersAnswer[]>(kinds.map((kind) => [kind, []]));

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
};
