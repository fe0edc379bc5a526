import type { GetStreamResponse, ListStreamsResponse, StreamScheduleResponse } from '@weir/api-contract';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText, aUuid } from '../support/like.js';
import { createActiveStream, createStream, payClaim, type Scenario } from '../support/stream-scenario.js';
import { ASSETS, BCH } from '../support/test-asset.js';

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

describe.each(ASSETS)('a stream of $name', (asset) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await createActiveStream(fixture, {}, asset);
  });

  describe('GET /api/streams/:id', () => {
    it('gives the stream with all its claims', async () => {
      await fixture.advance(10 * HOUR);
      const { txHash, claimedAmount } = await payClaim(fixture, scenario);
      await fixture.client.post(`${scenario.path}/confirm-claim`, { txHash, claimedAmount });
      const { status, body } = await fixture.client.get<GetStreamResponse>(scenario.path);
      expect(status).toBe(200);
      expect(body.stream).toMatchObject({ id: scenario.id, status: 'ACTIVE', withdrawn_amount: claimedAmount });
      expect(body.claims).toEqual([
        {
          id: aUuid,
          stream_id: scenario.id,
          recipient: scenario.recipient.address,
          amount: claimedAmount,
          amount_base: body.stream.withdrawn_amount_base,
          amount_decimal: asset === BCH ? claimedAmount.toString() : null,
          claimed_at: aNumber,
          tx_hash: txHash,
          source: 'confirm',
        },
      ]);
    });

    it('shows what has vested and can be claimed as time passes', async () => {
      await fixture.advance(10 * HOUR);
      const { stream } = (await fixture.client.get<GetStreamResponse>(scenario.path)).body;
      const elapsed = BigInt(stream.as_of - stream.start_time);
      const vested = (asset.total * elapsed) / BigInt(100 * HOUR);
      expect(stream.vested_amount_base).toBe(vested.toString());
      expect(stream.claimable_amount_base).toBe((vested - BigInt(stream.withdrawn_amount_base)).toString());
      expect(stream.progress_percentage).toBe(Number((vested * 10_000n) / asset.total) / 100);
    });

    it('takes capitals in an id', async () => {
      expect((await fixture.client.get(`/api/streams/${scenario.id.toUpperCase()}`)).status).toBe(200);
    });
  });

  describe('GET /api/streams/:id/schedule', () => {
    it('gives as many points as asked for, from start to end', async () => {
      const { status, body } = await fixture.client.get<StreamScheduleResponse>(`${scenario.path}/schedule?points=5`);
      expect(status).toBe(200);
      expect(body.schedule).toHaveLength(5);
      expect(body.schedule.map(({ vestedAmount }) => vestedAmount)).toEqual(
        [0n, 1n, 2n, 3n, 4n].map((quarters) => asset.number((asset.total * quarters) / 4n)),
      );
      expect(body.schedule.at(-1)).toEqual({
        time: body.stream.end_time,
        vestedAmount: asset.number(asset.total),
        vestedAmountBase: asset.total.toString(),
        vestedAmountDecimal: asset === BCH ? '1' : null,
      });
    });
  });
});
