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
