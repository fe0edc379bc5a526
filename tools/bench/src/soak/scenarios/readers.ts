import { setTimeout as sleep } from 'node:timers/promises';
import { openWallet, type Fixture } from '../fixture.js';

const PAUSE_MS = 40;
const NONE = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

interface Page {
  readonly nextCursor: string | null;
}

const LISTS = [
  '/api/streams',
  '/api/payments',
  '/api/airdrops',
  '/api/indexer/streams',
  '/api/indexer/payments',
  '/api/indexer/airdrops',
];

/** Somebody who looks around: lists, their next pages, records, figures. */
export const readerScenario = async (fixture: Fixture): Promise<void> => {
  const { client } = fixture;
  const { address } = await openWallet(fixture);
  for (const list of LISTS) {
    const { nextCursor } = await client.get<Page>(`${list}?limit=20`);
    if (nextCursor !== null) await client.get(`${list}?limit=20&cursor=${nextCursor}`);
    await sleep(PAUSE_MS);
  }
  const { streams } = await client.get<{ streams: readonly { id: string; contract_address: string }[] }>(
    '/api/streams?limit=3',
  );
  for (const { id } of streams) for (const rest of ['', '/schedule']) await client.get(`/api/streams/${id}${rest}`);
  for (const path of [
    '/api/indexer/status',
    '/api/indexer/tvl',
    '/api/indexer/volume',
    `/api/airdrops/claimable?address=${address}`,
  ])
    await client.get(path);
  await client.get('/api/vaults', address);
  await sleep(PAUSE_MS);
};

/** Somebody who proves to hold a key. */
export const signInScenario = async (fixture: Fixture): Promise<void> => {
  const { client } = fixture;
  const wallet = await openWallet(fixture);
  const { nonceId, message } = await client.post<{ nonceId: string; message: string }>('/api/auth/nonce', {
    address: wallet.address,
  });
  await client.post('/api/auth/verify', { address: wallet.address, nonceId, signature: wallet.signMessage(message) });
  await sleep(PAUSE_MS * 5);
};

/** Somebody who asks for what is not, and says what makes no sense. */
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
