import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { newPlan as planOf } from '../../../test/plans.js';
import { cancel, newPlanStream, newTerms, randomHex, VANISHED } from '../../../test/streams.js';
import { offeredCoin } from '../funding/offered-coin.js';
import { QuotaExceededError, type Admission } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import type { NewPlanOpening } from './open-funding.js';
import type { NewPlan, NewPlanList, NewPlanRecipient, PlanRecord } from './plan-record.js';
import { createPlansRepository } from './plans.repository.js';

const SENDER = '5e'.repeat(20);
const RECIPIENT = '7e'.repeat(20);
const PRINCIPAL = 1_000_000n;

const newPlan = (senderHash = SENDER): NewPlan => ({ ...planOf(randomHex(16)), senderHash });

const recipient = (index: number): NewPlanRecipient => ({
  index,
  recipient: `bchtest:${RECIPIENT}`,
  recipientHash: RECIPIENT,
  label: `row ${index}`,
  principal: PRINCIPAL,
  schedule: { kind: 'VESTING', start: 1_700_000_000, end: 1_800_000_000, cliffSeconds: 0, stepSeconds: 1 },
});

/** A list in parts of so many rows. */
const newList = (...sizes: readonly number[]): NewPlanList => {
  let index = 0;
  return {
    defaults: { start: 1_700_000_000 },
    parts: sizes.map((size) => ({
      announcement: `6a${randomHex(40)}`,
      recipients: Array.from({ length: size }, () => recipient((index += 1))),
    })),
  };
};

describe('lists of plans', () => {
  const database = useDatabase();
  const plans = database.over(createPlansRepository);
  const streams = database.over(createStreamsRepository);

  const openingOf = async (plan: PlanRecord, part = 0, txHash = randomHex(32)): Promise<NewPlanOpening> => {
    const funding = (await plans.fundingsOf(plan.id))[part];
    if (funding === undefined) throw new Error('There is no such part');
    const terms = { ...newTerms(), nonce: plan.nonce ?? '' };
    const rows = await plans.recipientsOfFunding(funding.id);
    return {
      planId: plan.id,
      fundingId: funding.id,
      txHash,
      locktime: 0,
      block: null,
      source: 'confirm',
      bySender: true,
      activatedAt: 1_700_000_000,
      streams: rows.map(({ streamId: id, index }, i) => {
        const stream = newPlanStream(terms, index, {
          senderHash: plan.senderHash,
          recipientHash: RECIPIENT,
          totalAmount: PRINCIPAL,
        });
        return {
          id,
          row: { ...stream, place: { ...stream.place, fundingId: funding.id, planId: plan.id } },
          state: {
            category: 'ab'.repeat(32),
            txid: txHash,
            vout: i + 1,
            satoshis: 1_026_100n,
            companion: null,
            movesTo: null,
            lockingBytecode: null,
            commitment: `0${index % 10}`,
          },
        };
      }),
    };
  };

  it('are not streams before they are funded, and are with the ids they were given', async () => {
    const plan = await plans.create(newPlan(), newList(2, 1));
    expect(plan).toMatchObject({ recipients: 3, principal: 3n * PRINCIPAL, status: 'PENDING', offeredAt: null });
    expect(plan.defaults).toEqual({ start: 1_700_000_000 });
    expect((await streams.list({ recipientHashes: [RECIPIENT], limit: 10 })).total).toBe(0);
    const rows = await plans.recipientsOf(plan.id, { limit: 10 });
    expect(rows.map(({ index, label }) => [index, label])).toEqual([
      [1, 'row 1'],
      [2, 'row 2'],
      [3, 'row 3'],
    ]);
    expect(await plans.recipientsOf(plan.id, { limit: 10, funded: true })).toEqual([]);
    const opening = await openingOf(plan);
    expect(await plans.open(opening)).toBe('opened');
    const there = await streams.list({ recipientHashes: [RECIPIENT], limit: 10 });
    expect(there.rows.map(({ id, status }) => [id, status]).sort()).toEqual(
      rows.slice(0, 2).map(({ streamId }) => [streamId, 'ACTIVE']),
    );
    expect((await plans.overview(plan.id))?.statuses).toEqual({ ACTIVE: 2 });
    expect((await plans.recipientsOf(plan.id, { limit: 10, funded: true })).map(({ index }) => index)).toEqual([1, 2]);
    expect((await plans.findById(plan.id))?.status).toBe('ACTIVE');
    expect(
      (await plans.fundingsOf(plan.id)).map(({ status, fundingTxHash, category }) => [status, fundingTxHash, category]),
    ).toEqual([
      ['ACTIVE', opening.txHash, 'ab'.repeat(32)],
      ['PENDING', null, null],
    ]);
    const history = await streams.history(rows[0]?.streamId ?? '');
    expect(history?.transitions).toMatchObject([{ kind: 'fund', txHash: opening.txHash, sequence: 1 }]);
    expect(history?.events).toMatchObject([{ kind: 'recorded', transition: 'fund', amount: PRINCIPAL }]);
    expect(
      await plans.membersOf(plan.id, [
        { category: 'ab'.repeat(32), index: 2 },
        { category: 'ab'.repeat(32), index: 3 },
      ]),
    ).toEqual([rows[1]?.streamId]);
  });

  it('are opened once: of 20 at once by one hash one, of two hashes the first', async () => {
    const plan = await plans.create(newPlan(), newList(5));
    const [first, second] = [await openingOf(plan), await openingOf(plan)];
    const results = await Promise.all(Array.from({ length: 20 }, () => plans.open(first)));
    expect(results.filter((result) => result === 'opened')).toHaveLength(1);
    expect(results.filter((result) => result === 'known')).toHaveLength(19);
    expect(await plans.open(second)).toBe('other');
    expect((await plans.overview(plan.id))?.statuses).toEqual({ ACTIVE: 5 });
    const another = await plans.create(newPlan(), newList(1));
    await expect(plans.open(await openingOf(another, 0, first.txHash))).rejects.toThrow();
  });

  it('come back after their funding was taken back, by the same transaction or by another', async () => {
    const plan = await plans.create(newPlan(), newList(2));
    const opening = await openingOf(plan);
    await plans.open(opening);
    const ids = opening.streams.map(({ id }) => id);
    await streams.withStream(ids[0] ?? '', (scope) => cancel(scope));
    for (const id of ids) await streams.withStream(id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect((await plans.fundingsOf(plan.id)).map(({ status, fundingTxHash }) => [status, fundingTxHash])).toEqual([
      ['PENDING', null],
    ]);
    expect(await streams.findById(ids[0] ?? '')).toMatchObject({ status: 'PENDING', state: null, funding: null });
    expect(await plans.open(opening)).toBe('opened');
    expect((await streams.history(ids[1] ?? ''))?.events.map(({ kind }) => kind)).toEqual([
      'recorded',
      'rolled_back',
      'restored',
    ]);
    for (const id of ids) await streams.withStream(id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect(await plans.open(await openingOf(plan))).toBe('opened');
    expect((await plans.overview(plan.id))?.statuses).toEqual({ ACTIVE: 2 });
  });

  it('are replaced until a funding was handed out', async () => {
    const plan = await plans.create(newPlan(), newList(3));
    expect(await plans.replace(plan.id, newList(4, 4), undefined)).toMatchObject({ recipients: 8 });
    expect((await plans.fundingsOf(plan.id)).map(({ streams: count }) => count)).toEqual([4, 4]);
    const [funding] = await plans.fundingsOf(plan.id);
    if (funding === undefined) throw new Error('There are two');
    const [coin, another] = [randomHex(32), randomHex(32)];
    expect(await Promise.all([coin, another].map((txid) => plans.offer(funding, { txid, vout: 0 }, null)))).toContain(
      false,
    );
    const stored = await plans.findFunding(funding.id);
    const offered = stored === undefined ? null : offeredCoin(stored);
    expect(await plans.offer(funding, { txid: another, vout: 1 }, offered)).toBe(true);
    expect(await plans.replace(plan.id, newList(1), undefined)).toBeUndefined();
    expect(await plans.recipientsOf(plan.id, { limit: 10 })).toHaveLength(8);
  });

  it('are not held fast by a funding that was built of the list before', async () => {
    const plan = await plans.create(newPlan(), newList(2));
    const before = await plans.nextPart(plan.id);
    if (before?.next === undefined) throw new Error('There is a part');
    await plans.replace(plan.id, newList(3), undefined);
    expect(await plans.offer(before.next.funding, { txid: randomHex(32), vout: 0 }, null)).toBe(false);
    expect(await plans.keep(before.next.funding)).toBe(false);
    expect(await plans.findById(plan.id)).toMatchObject({ offeredAt: null });
    expect(await plans.replace(plan.id, newList(4), undefined)).toMatchObject({ recipients: 4 });
  });

  it('are read as one with their next part, however often they are replaced meanwhile', async () => {
    const plan = await plans.create(newPlan(), newList(1));
    const replacing = new AbortController();
    const replaced = (async () => {
      for (let size = 2; size < 40; size += 1)
        await plans.replace(plan.id, { ...newList(size, 1), defaults: { start: size } }, undefined);
    })().finally(() => replacing.abort());
    const seen = new Set<number>();
    while (!replacing.signal.aborted) {
      const shown = await plans.rows(plan.id, { limit: 100 });
      const parts = new Set(shown?.fundings.map(({ id }) => id));
      expect(shown?.recipients.every(({ fundingId }) => parts.has(fundingId))).toBe(true);
      expect(shown?.recipients).toHaveLength(shown?.plan.recipients ?? 0);
      const { plan: read, next } = (await plans.nextPart(plan.id)) ?? {};
      const rows = next?.recipients.length ?? 0;
      seen.add(rows);
      expect(next?.funding.streams).toBe(rows);
      if (rows > 1) expect(read).toMatchObject({ recipients: rows + 1, defaults: { start: rows } });
    }
    await replaced;
    expect(seen.size).toBeGreaterThan(2);
    expect(await plans.nextPart('0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2')).toBeUndefined();
  });

  it('are not funded while they are removed as expired, and hold up nothing of the removal', async () => {
    const plan = await plans.create(newPlan(), newList(2));
    const opening = await openingOf(plan);
    let opened: Promise<unknown> | undefined;
    let attempts = 0;
    const counted = database.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode' && 'endModifiers' in node && node.endModifiers !== undefined) attempts += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await database.db.transaction().execute(async (removal) => {
      await removal.selectFrom('plans').select('id').where('id', '=', plan.id).forUpdate().execute();
      opened = createPlansRepository(counted)
        .open(opening)
        .catch((error: unknown) => error);
      // The first attempt at the lock was refused.
      while (attempts < 2) await sql`SELECT 1`.execute(database.db);
      // Anybody who funds has locked nothing yet that goes with the plan: they would wait for each other.
      await sql`SET LOCAL lock_timeout = '100ms'`.execute(removal);
      await removal.deleteFrom('plans').where('id', '=', plan.id).execute();
    });
    expect(await opened).toBeInstanceOf(RowNotFoundError);
  });

  it('count by their rows, no matter who sends the list', async () => {
    const quota = { perCaller: 100, perNetwork: 0 };
    const admission: Admission = { callerHash: 'aa'.repeat(20), network: 'net', expiresAt: null, quota };
    const plan = await plans.create(newPlan(), newList(60), admission);
    await expect(plans.create(newPlan(), newList(41), admission)).rejects.toBeInstanceOf(QuotaExceededError);
    await plans.create(newPlan(), newList(), admission);
    await expect(plans.replace(plan.id, newList(100), quota)).rejects.toBeInstanceOf(QuotaExceededError);
    expect((await plans.findById(plan.id))?.recipients).toBe(60);
    expect(await plans.replace(plan.id, newList(99), quota)).toMatchObject({ recipients: 99 });
    await expect(plans.create(newPlan(), newList(), admission)).rejects.toBeInstanceOf(QuotaExceededError);
    const opening = await openingOf(plan);
    await plans.open(opening);
    await plans.create(newPlan(), newList(99), admission);
  });

  it('are listed by their sender, page by page', async () => {
    const sender = '99'.repeat(20);
    const made = [];
    for (let i = 0; i < 5; i += 1) made.push(await plans.create(newPlan(sender), newList(1)));
    await plans.open(await openingOf(made[1] ?? (await plans.create(newPlan(), newList(1)))));
    const first = await plans.page({ senderHashes: [sender], limit: 3 });
    const second = await plans.page({ senderHashes: [sender], limit: 3, cursor: first.nextCursor ?? '' });
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null]);
    expect([...first.rows, ...second.rows].map(({ plan: { id } }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(
      (await plans.page({ senderHashes: [sender], status: 'ACTIVE', limit: 3 })).rows.map(({ plan: { id } }) => id),
    ).toEqual([made[1]?.id]);
    expect((await plans.page({ senderHashes: [sender], kind: 'RECURRING', limit: 3 })).total).toBe(0);
  });

  it('of as many rows as fit a transaction are opened whole', async () => {
    const plan = await plans.create(newPlan(), newList(640));
    await plans.open(await openingOf(plan));
    expect((await plans.overview(plan.id))?.statuses).toEqual({ ACTIVE: 640 });
  });
});
