import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fixture, openWallet } from './fixture.js';

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

const HOLD_MS = 3_000;

/**
 * What slow clients send before they stall: nothing, half a head, a head without its body, more requests than they read
 * answers to.
 */
const BEGINNINGS = [
  '',
  'GET /api/streams HTTP/1.1\r\nhost: ',
  'POST /api/streams/create HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  'GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4),
  // Unread answers: as many as one connection may pipeline, and more.
  'GET /docs/json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(490),
  'GET /api/streams HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(990),
] as const;

/** Connections that are opened and left hanging; some end properly, some by a reset. */
export const slowClientsScenario =
  (url: string) =>
  async ({ isOver }: Fixture): Promise<void> => {
    const { hostname, port } = new URL(url);
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(BEGINNINGS[index % BEGINNINGS.length] ?? '');
        return socket.pause();
      }),
    );
    for (const end = Date.now() + HOLD_MS; Date.now() < end && !isOver();) await sleep(200);
    for (const [index, socket] of sockets.entries())
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
  };
