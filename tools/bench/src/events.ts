import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWeir } from '@weir/client';
import { passTime } from '@weir/devnet';
import { until } from '@weir/testing';
import { linkIn, mailSettings, startMailSink } from '@weir/testing/mail';
import { median, percentile, printFigure } from './harness/figures.js';
import { startService } from './harness/service.js';
import { createStreamDriver } from './harness/stream-driver.js';

const clients = Number(process.env['BENCH_CLIENTS'] ?? 1_000);
const count = Number(process.env['BENCH_STREAMS'] ?? 40);
const PATIENCE_MS = 30_000;
/** Longer than what is left of a stream. */
const STREAM_SECONDS = 360_000;

/**
 * BENCH_CLIENTS (1,000) clients follow events on one replica while recipients claim from BENCH_STREAMS (40) streams without
 * confirming. Measures the time from the node's acceptance of a claim, through the Electrum notification to the watcher, until the
 * clients have the event. Then the streams' recipients get an e-mail that their streams have ended: measures the time from the
 * block that ends them until the relay has the mails.
 */
export const measure = async (): Promise<void> => {
  const service = await startService();
  const sink = await startMailSink();
  const { node } = service;
  const api = await service.start({
    EVENTS_CONNECTIONS_NETWORK: '0',
    WATCHER: 'protect',
    QUOTA_MAIL_NETWORK: '0',
    ...mailSettings(sink),
  });
  console.log(`Opening ${count} streams …`);
  const openStream = createStreamDriver(api.url, service);
  const streams = [];
  for (let index = 0; index < count; index += 1) {
    const stream = await openStream();
    await stream.confirmFunding();
    streams.push(stream);
  }
  passTime(node, 36_000);
  await sleep(3_000);

  console.log(`Connecting ${clients.toLocaleString('en')} clients …`);
  /** Times at which clients received the event of a transaction, by hash. */
  const arrivals = new Map<string, number[]>();
  const follow = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/event-stream' };
      get(`${api.url}/api/events?kind=claimed`, { headers, agent: false }, (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const now = performance.now();
          for (const [, txHash = ''] of text.matchAll(/"txHash":"([0-9a-f]{64})"/g)) arrivals.get(txHash)?.push(now);
        });
        response.once('data', () => resolve());
        response.once('error', reject);
      }).once('error', reject);
    });
  for (let index = 0; index < clients; index += 50)
    await Promise.all(Array.from({ length: Math.min(50, clients - index) }, follow));

  const delays: number[] = [];
  for (const stream of streams) {
    const { txHash, hex } = await stream.signClaim();
    const seen: number[] = [];
    arrivals.set(txHash, seen);
    const began = performance.now();
    node.submit(hex);
    while (seen.length < clients && performance.now() - began < PATIENCE_MS) await sleep(5);
    if (seen.length < clients) throw new Error(`${seen.length} of ${clients} clients had the event of ${txHash}`);
    delays.push(...seen.map((moment) => moment - began));
    await sleep(100);
  }
  const p95 = percentile(delays, 95);
  printFigure('claim in the node until clients have it, p50', median(delays), 'ms');
  printFigure('the same, p95', p95, 'ms', 'at most 250');

  console.log(`Subscribing ${count} recipients …`);
  const mailboxes: string[] = [];
  for (const [index, { recipient }] of streams.entries()) {
    const email = `recipient${index}@mail.example`;
    await createWeir({ baseUrl: api.url, wallet: recipient }).people.subscribeMail({ email, kinds: ['claimable'] });
    const asked = await until('the mail that asks for confirmation', () => sink.to(email)[0]);
    const { ok } = await fetch(`${api.url}${linkIn(asked, 'c')}`, { method: 'POST' });
    if (!ok) throw new Error(`The subscription of ${email} is not confirmed`);
    mailboxes.push(email);
  }
  // Vesting so far reaches no date of a notification: only the end is notified.
  await sleep(3_000);
  passTime(node, STREAM_SECONDS);
  const ended = Date.now();
  const waits: number[] = [];
  for (const email of mailboxes) waits.push((await until('a mail', () => sink.to(email)[1])).at - ended);
  const p95OfMails = percentile(waits, 95);
  printFigure('block until the relay has the mail, p50', median(waits), 'ms');
  printFigure('the same, p95', p95OfMails, 'ms', 'at most 60,000');
  await api.end('SIGKILL');
  await service.stop();
  await sink.close();
  if (p95 > 250 || p95OfMails > 60_000) process.exitCode = 1;
};
