import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { transform } from 'esbuild';
import * as client from '@weir/client';
import { eventually } from '@weir/testing';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

const README = new URL('../../../../libs/client/README.md', import.meta.url);
const EXAMPLE = /(?:^|\n)(?:## ([^\n]+)\n|```ts\n(.*?)```)/gs;

type Run = (...scope: readonly unknown[]) => Promise<void>;
// What `new Function` is to functions.
const AsyncFunction = (async () => Promise.resolve()).constructor as new (...text: string[]) => Run;

let fixture: Fixture;
let examples: { readonly title: string; readonly code: string }[];
beforeAll(async () => {
  fixture = await startFixture();
  examples = [];
  let title = 'the first';
  for (const [, heading, code] of (await readFile(README, 'utf8')).matchAll(EXAMPLE)) {
    title = heading ?? title;
    if (code !== undefined) examples.push({ title, code });
  }
});
afterAll(() => fixture.stop());

/** What `example.ts` declares, with new wallets. */
const given = async () => {
  const { weir, stack } = fixture;
  const members = [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()] as const;
  const [sender, bob, carol] = members;
  const recipient = await fixture.wallet();
  const seen = await weir.ask((sent) =>
    weir.api.GET('/api/events', { ...sent, params: { query: { format: 'json', limit: 1 } } }),
  );
  if (typeof seen === 'string') throw new Error('A page of events should be JSON');
  const some = await weir.streams.create(
    { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR' },
    sender,
  );
  return {
    ...{ weir, sender, recipient, bob, carol, lastSeen: seen.nextCursor, someId: some.id },
    addresses: members.map(({ address }) => address),
    publicKeys: members.map(({ publicKey }) => binToHex(publicKey)),
    chainTime: () => fixture.now(),
    passDays: (days: number) => fixture.passDays(days),
    mine: (blocks: number) => stack.control.mine(blocks),
    settled: (id: string) =>
      eventually(async () => expect((await weir.payments.at(id).get()).payment.settled).toBe(true)),
    ...client,
  };
};

it('every example of the README runs, and every verb is in one', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(8);
  for (const { title, code } of examples) {
    const text = code.replaceAll(/^import .*$/gm, '').replace('http://127.0.0.1:3001', fixture.stack.apiUrl);
    const { weir: shared, ...rest } = await given();
    const scope = code.includes('const weir =') ? rest : { ...rest, weir: shared };
    const { code: plain } = await transform(`(async () => {${text}})`, { loader: 'ts', target: 'es2022' });
    const run = new AsyncFunction(...Object.keys(scope), 'console', `await (${plain.trim().replace(/;$/, '')})();`);
    try {
      await run(...Object.values(scope), { log: () => undefined });
    } catch (error) {
      throw new Error(`${title}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const text = await readFile(README, 'utf8');
  for (const name of NAMED) expect([name, text.includes(`.${name}(`)]).toEqual([name, true]);
  const shown = examples.map(({ code }) => code).join('\n');
  const missing = verbsOf(await given()).filter((verb) => !shown.includes(`.${verb}(`) && !NAMED.has(verb));
  expect(missing).toEqual([]);
});

/** Verbs that the text names beside the examples. */
const NAMED = new Set(['refund', 'state', 'addViewer', 'signIn', 'lanes']);

/** Every function of the client and of what it hands out. */
const verbsOf = ({ weir }: Awaited<ReturnType<typeof given>>): readonly string[] => {
  const handles = [weir.streams, weir.payments, weir.plans, weir.airdrops, weir.vaults, weir.proposals, weir.webhooks];
  const parts = [
    weir,
    ...handles,
    ...handles.map((handle) => handle.at('none')),
    weir.explorer,
    weir.people,
    weir.indexer,
    weir.dev,
  ];
  return parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
};
