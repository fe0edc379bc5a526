import { setTimeout as sleep } from 'node:timers/promises';
import { openWallet, type Fixture } from '../fixture.js';

const PAUSE_MS = 40;
const NONE = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

/** All lists, with how to read their pages. */
const listsOf = ({
  weir,
}: Fixture): readonly ((cursor?: string) => Promise<{ readonly nextCursor: string | null }>)[] => [
  (cursor) => weir.streams.page({ limit: 20, cursor }),
  (cursor) => weir.payments.page({ limit: 20, cursor }),
  (cursor) => weir.airdrops.page({ limit: 20, cursor }),
  (cursor) => weir.explorer.page({ limit: 20, cursor }),
  (cursor) => weir.indexer.streams({ limit: 20, cursor }),
  (cursor) => weir.indexer.payments({ limit: 20, cursor }),
  (cursor) => weir.indexer.airdrops({ limit: 20, cursor }),
];

/** A reader of lists, further pages, records and statistics. */
export const readerScenario = async (fixture: Fixture): Promise<void> => {
  const { weir } = fixture;
  const wallet = await openWallet(fixture);
  for (const list of listsOf(fixture)) {
    const { nextCursor } = await list();
    if (nextCursor !== null) await list(nextCursor);
    await sleep(PAUSE_MS);
  }
  for (const { id } of (await weir.streams.page({ limit: 3 })).streams) {
    const stream = weir.streams.at(id);
    await stream.get();
    await stream.schedule();
  }
  await weir.indexer.status();
  await weir.indexer.tvl();
  await weir.indexer.volume();
  await weir.info();
  await weir.airdrops.claimable(wallet);
  await weir.vaults.page({}, wallet);
  await sleep(PAUSE_MS);
};

/** Somebody who signs in. */
export const signInScenario = async (fixture: Fixture): Promise<void> => {
  await fixture.weir.signIn({ wallet: await openWallet(fixture) });
  await sleep(PAUSE_MS * 5);
};

/** Somebody who sends requests for missing records and invalid requests. */
export const nonsenseScenario = async (fixture: Fixture): Promise<void> => {
  const { client } = fixture;
  const { address } = await openWallet(fixture);
  const refused = [
    await client.ask('GET', `/api/streams/${NONE}`),
    await client.ask('GET', '/api/streams/nonsense'),
    await client.ask('GET', '/api/streams?cursor=nonsense'),
    await client.ask('POST', '/api/streams/create', { body: { totalAmount: -1 } }),
    await client.ask('POST', '/api/streams/create', { body: { padding: 'x'.repeat(2_000_000) }, caller: address }),
    await client.ask('POST', `/api/streams/${NONE}/confirm-funding`, { body: { txHash: 'a'.repeat(64) } }),
    await client.ask('POST', '/api/transactions/broadcast', { body: { txHex: '00' } }),
    await client.ask('POST', `/api/airdrops/${NONE}/generate-merkle`, { body: { csv: 'nonsense' }, caller: 'nobody' }),
    await client.ask('GET', '/api/nowhere'),
  ];
  for (const { status } of refused) if (status < 400) throw new Error('Nonsense was answered with success');
  await sleep(PAUSE_MS * 5);
};
