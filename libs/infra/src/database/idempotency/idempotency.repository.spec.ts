import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { newStream } from '../../../test/streams.js';
import { QuotaExceededError } from '../quotas/admission.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import {
  createIdempotencyRepository,
  type KeyState,
  IdempotencyKeyLostError,
  type IdempotentResponse,
  type KeyClaim,
} from './idempotency.repository.js';

const NOBODY = { callerHash: null, network: 'here', quota: { perCaller: 0, perNetwork: 0 } };
const LEASE = 30;

const database = useDatabase();
const keys = database.over(createIdempotencyRepository);
beforeEach(() => sql`TRUNCATE idempotency_keys`.execute(database.db));

const claimed = (state: KeyState): KeyClaim => {
  if (state.state !== 'claimed') throw new Error(`The key is ${state.state}`);
  return state.claim;
};
const claim = async (key = 'k', lease = LEASE): Promise<KeyClaim> => claimed(await keys.claim('s', key, lease, NOBODY));
const store = (of: KeyClaim) => {
  const kept: IdempotentResponse<unknown> = { claim: of, fingerprint: () => 'f', answerOf: () => '{"a":1}' };
  return createStreamsRepository(database.db).insert(newStream(), undefined, kept);
};
const streams = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM streams`.execute(database.db);
  return Number(rows[0]?.count);
};

describe('an idempotency key', () => {
  it('is held by one of those who claim it at the same time', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => keys.claim('s', 'k', LEASE, NOBODY)));
    expect(states.map(({ state }) => state).sort()).toEqual(['claimed', ...Array<string>(7).fill('running')]);
  });

  it('is answered once the record is stored, and belongs to its scope alone', async () => {
    await store(await claim());
    const answered = { state: 'answered', fingerprint: 'f', answer: '{"a":1}' };
    expect(await keys.claim('s', 'k', LEASE, NOBODY)).toEqual(answered);
    expect(await keys.find('s', 'k')).toEqual(answered);
    expect(await keys.find('other', 'k')).toBeUndefined();
    expect((await keys.claim('other', 'k', LEASE, NOBODY)).state).toBe('claimed');
  });

  it('passes to another one after its holder was not heard of, who then stores nothing', async () => {
    const lost = await claim('k', 0);
    const before = await streams();
    const taken = await claim();
    await expect(store(lost)).rejects.toBeInstanceOf(IdempotencyKeyLostError);
    await keys.release(lost);
    await keys.renew(lost, 0);
    expect(await streams()).toBe(before);
    expect((await keys.claim('s', 'k', LEASE, NOBODY)).state).toBe('running');
    await store(taken);
    await expect(store(taken)).rejects.toBeInstanceOf(IdempotencyKeyLostError);
    expect(await streams()).toBe(before + 1);
  });

  it('stays with a holder that renews it', async () => {
    const held = await claim('k', 0);
    await keys.renew(held, LEASE);
    expect(await keys.claim('s', 'k', LEASE, NOBODY)).toMatchObject({ state: 'running' });
  });

  it('is free again where its request failed, but not where it was answered', async () => {
    await keys.release(await claim());
    const again = await claim();
    await store(again);
    await keys.release(again);
    expect((await keys.find('s', 'k'))?.state).toBe('answered');
  });

  it('is deleted after a day', async () => {
    await store(await claim());
    await sql`UPDATE idempotency_keys SET expires_at = expires_at - 86400`.execute(database.db);
    expect(await keys.find('s', 'k')).toBeUndefined();
    await store(await claim());
    await sql`UPDATE idempotency_keys SET expires_at = 0`.execute(database.db);
    await claim('other');
    expect(await keys.removeExpired(10)).toBe(1);
    expect(await keys.removeExpired(10)).toBe(0);
    expect((await keys.find('s', 'other'))?.state).toBe('running');
  });

  it('counts against the quota of the network', async () => {
    const bounded = { ...NOBODY, quota: { perCaller: 0, perNetwork: 2 } };
    for (const key of ['a', 'b']) await keys.claim('s', key, LEASE, bounded);
    await expect(keys.claim('s', 'c', LEASE, bounded)).rejects.toBeInstanceOf(QuotaExceededError);
    expect((await keys.claim('s', 'a', LEASE, bounded)).state).toBe('running');
    expect((await keys.claim('s', 'c', LEASE, { ...bounded, network: 'there' })).state).toBe('claimed');
  });
});
