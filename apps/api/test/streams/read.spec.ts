import type { ListStreamsResponse } from '@weir/api-contract';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aText } from '../support/like.js';
import { createActiveStream, createStream, type Scenario } from '../support/stream-scenario.js';

const HOUR = 3_600;

const fixture = useFixture();
let active: Scenario;
let pending: readonly Scenario[];
beforeAll(async () => {
  active = await createActiveStream(fixture);
  pending = [
    await createStream(fixture),
    await createStream(fixture, { streamType: 'STEP', intervalSeconds: HOUR }),
    await createStream(fixture),
  ];
});

const list = async (query: string) => (await fixture.client.get<ListStreamsResponse>(`/api/streams${query}`)).body;
const ids = (page: ListStreamsResponse) => page.streams.map(({ id }) => id);

describe('GET /api/streams', () => {
  it('lists all, the newest first', async () => {
    const page = await list('');
    expect(page).toMatchObject({ success: true, total: 4, nextCursor: null });
    expect(ids(page)).toEqual([...pending.toReversed(), active].map(({ id }) => id));
  });

  it('filters by party, in every form of an address, and by state', async () => {
    const { sender, recipient, id } = active;
    const bare = sender.address.slice('bchtest:'.length);
    for (const query of [
      `?sender=${sender.address}`,
      `?sender=${bare}`,
      `?recipient=${recipient.tokenAddress}`,
      `?address=${sender.address}`,
      `?address=${recipient.address}`,
    ]) {
      expect(ids(await list(query))).toEqual([id]);
    }
    expect(ids(await list('?status=ACTIVE'))).toEqual([id]);
    expect(await list(`?sender=${sender.address}&recipient=${recipient.address}&status=ACTIVE`)).toMatchObject({
      total: 1,
    });
    expect(await list(`?sender=${sender.address}&status=PENDING`)).toMatchObject({ streams: [], total: 0 });
    expect(await list(`?sender=${recipient.address}`)).toMatchObject({ streams: [], total: 0 });
    expect(await list('?status=&sender=')).toMatchObject({ total: 4 });
  });

  it('filters by several addresses of one wallet, each row once', async () => {
    const of = (role: 'sender' | 'recipient', ...chosen: readonly Scenario[]) =>
      chosen.map((each) => each[role].address).join();
    const [first, second] = pending as [Scenario, Scenario];
    const newest = [second.id, first.id];
    for (const role of ['sender', 'recipient'] as const) {
      expect(ids(await list(`?${role}=${of(role, first, second)}`))).toEqual(newest);
      expect(ids(await list(`?address=${of(role, second, first)}`))).toEqual(newest);
    }
    // One address in two forms is one party, and a stream between two of the addresses is one row.
    expect(await list(`?sender=${first.sender.address},${first.sender.tokenAddress}`)).toMatchObject({ total: 1 });
    expect(await list(`?address=${of('sender', first)},${of('recipient', first)}`)).toMatchObject({ total: 1 });
    expect(ids(await list(`?sender=${of('sender', first, second)}&address=${of('recipient', first)}`))).toEqual([
      first.id,
    ]);
    const page = await list(`?sender=${of('sender', active, first, second)}&limit=2`);
    expect([ids(page), page.total]).toEqual([newest, 3]);
    const rest = await list(
      `?sender=${of('sender', active, first, second)}&limit=2&cursor=${encodeURIComponent(page.nextCursor ?? '')}`,
    );
    expect([ids(rest), rest.total, rest.nextCursor]).toEqual([[active.id], 3, null]);
  });

  it('refuses more addresses than a wallet names, a bad one among them, and several in two filters', async () => {
    const { sender, recipient } = active;
    const get = (query: string) => fixture.client.get<Refusal>(`/api/streams?${query}`);
    expect(await get(`sender=${Array.from({ length: 51 }, () => sender.address).join()}`)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    );
    expect(await get(`sender=${sender.address},nobody`)).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
    expect(await get(`sender=${sender.address},`)).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
    const both = `${sender.address},${recipient.address}`;
    expect(await get(`sender=${both}&recipient=${both}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it('pages without losing or repeating a row', async () => {
    const first = await list('?limit=3');
    expect(first).toMatchObject({ total: 4, nextCursor: aText });
    const second = await list(`?limit=3&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect(second.nextCursor).toBeNull();
    expect([...ids(first), ...ids(second)]).toEqual(ids(await list('')));
  });

  it.each(['sender', 'recipient', 'address'])('refuses a bad %s', async (name) => {
    const { status, body } = await fixture.client.get<Refusal>(`/api/streams?${name}=nonsense`);
    expect([status, body.code, body.details?.['field']]).toEqual([400, 'INVALID_ADDRESS', name]);
  });

  it.each(['x', 'bm9uc2Vuc2U', 'MTIzNDU2Nzg5MA=='])('refuses the cursor %s', async (cursor) => {
    expect(await fixture.client.get<Refusal>(`/api/streams?cursor=${cursor}`)).toMatchObject(
      refusal(400, 'INVALID_CURSOR'),
    );
  });
});
