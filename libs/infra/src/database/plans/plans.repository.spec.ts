import { useDatabase } from '../../../test/database.js';
import { insertPlan, newPlan } from '../../../test/plans.js';
import { cancel, fund, newPlanStream, newTerms, randomHex, VANISHED } from '../../../test/streams.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createPlansRepository } from './plans.repository.js';

const VAULT = `aa20${'7f'.repeat(32)}87`;
const MULTISIG = `a914${'5e'.repeat(20)}87`;

describe('plans repository', () => {
  const database = useDatabase();
  const plans = database.over(createPlansRepository);
  const streams = database.over(createStreamsRepository);

  /** A plan of two fundings, of two streams and of one. */
  const twoParts = async () => {
    const terms = newTerms();
    const member = (index: number) =>
      newPlanStream(terms, index, { senderHash: VAULT, recipientHash: MULTISIG, label: `row ${index}` });
    const plan = await insertPlan(database.db, newPlan(terms.nonce), [[member(1), member(2)], [member(3)]]);
    return { terms, plan, member };
  };
  const statuses = async (planId: string) => ({
    plan: (await plans.findById(planId))?.status,
    fundings: (await plans.fundingsOf(planId)).map(({ status, fundingTxHash }) => [status, fundingTxHash]),
  });

  it('keeps a plan with its fundings and the rows of its streams, all at one script', async () => {
    const { terms, plan } = await twoParts();
    expect(plan).toMatchObject({ ...newPlan(terms.nonce), planId: '#WEIR-PLAN-000001', status: 'PENDING' });
    expect(await plans.findById(plan.id)).toMatchObject(plan);
    const fundings = await plans.fundingsOf(plan.id);
    expect(fundings.map(({ part, streams, announcement }) => ({ part, streams, announcement }))).toEqual([
      { part: 1, streams: 2, announcement: terms.announcement },
      { part: 2, streams: 1, announcement: terms.announcement },
    ]);
    const rows = await plans.streamsOf(plan.id, { limit: 2 });
    expect(rows.map(({ label, place }) => [label, place.index, place.planId])).toEqual([
      ['row 1', 1, plan.id],
      ['row 2', 2, plan.id],
    ]);
    expect((await plans.streamsOf(plan.id, { after: 2, limit: 2 })).map(({ label }) => label)).toEqual(['row 3']);
    expect(await plans.streamsOfFunding(fundings[0]?.id ?? '')).toEqual(rows);
    expect(new Set(rows.map(({ scriptHash }) => scriptHash))).toEqual(new Set([terms.scriptHash]));
  });

  it('follows the fundings of its streams, and what takes them back', async () => {
    const { plan } = await twoParts();
    const [first, second] = await plans.streamsOf(plan.id, { limit: 2 });
    if (first === undefined || second === undefined) throw new Error('The plan has two streams');
    const hash = randomHex(32);
    await Promise.all(
      [first, second].map(({ id }, vout) => streams.withStream(id, (scope) => fund(scope, hash, vout))),
    );
    const active = {
      plan: 'ACTIVE',
      fundings: [
        ['ACTIVE', hash],
        ['PENDING', null],
      ],
    };
    expect(await statuses(plan.id)).toEqual(active);
    expect((await plans.fundingsOf(plan.id))[0]?.category).toBe('ca'.repeat(32));
    await streams.withStream(first.id, (scope) => cancel(scope));
    await streams.withStream(first.id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect(await statuses(plan.id)).toEqual(active);
    await streams.withStream(second.id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect(await statuses(plan.id)).toEqual({
      plan: 'PENDING',
      fundings: [
        ['PENDING', null],
        ['PENDING', null],
      ],
    });
  });

  it('opens no row twice and uses no output twice', async () => {
    const { terms, plan, member } = await twoParts();
    const [funding] = await plans.fundingsOf(plan.id);
    const again = { ...member(3), place: { ...member(3).place, fundingId: funding?.id, planId: plan.id } };
    await expect(streams.insert(again)).rejects.toMatchObject({ constraint: 'streams_of_plan' });
    await expect(insertPlan(database.db, newPlan(terms.nonce), [])).rejects.toMatchObject({
      constraint: 'plans_nonce_key',
    });
    const hash = randomHex(32);
    const [first, second] = await plans.streamsOf(plan.id, { limit: 2 });
    await streams.withStream(first?.id ?? '', (scope) => fund(scope, hash, 4));
    await expect(streams.withStream(second?.id ?? '', (scope) => fund(scope, hash, 4))).rejects.toMatchObject({
      constraint: 'streams_funding_outpoint',
    });
  });

  it('finds streams by parties of any kind, and takes none for another', async () => {
    const { plan } = await twoParts();
    expect(
      (await streams.list({ senderHashes: [VAULT], recipientHashes: [MULTISIG], limit: 100 })).total,
    ).toBeGreaterThan(0);
    const sent = await streams.list({ senderHashes: [VAULT], limit: 100 });
    const found = await Promise.all(sent.rows.map(({ id }) => streams.findById(id)));
    expect(found.filter((stream) => stream?.place.planId === plan.id)).toHaveLength(3);
    expect(sent.total).toBe(sent.rows.length);
    // The same digits, cut at another place.
    const odd = `a914${'00'.repeat(17)}a914`;
    const rest = `${'11'.repeat(19)}87`;
    await streams.insert(
      newPlanStream(newTerms(), 1, { senderHash: odd.slice(0, 40), recipientHash: `a91487${rest.slice(0, 38)}87` }),
    );
    const [{ id } = { id: '' }] = (await streams.list({ senderHashes: [odd.slice(0, 40)], limit: 1 })).rows;
    const joined = await streams.findById(id);
    const text = `${joined?.senderHash ?? ''}${joined?.recipientHash ?? ''}`;
    const wrong = await streams.list({
      senderHashes: [text.slice(0, 46)],
      recipientHashes: [text.slice(46)],
      limit: 9,
    });
    expect(wrong.rows).toEqual([]);
  });

  it('keeps a plan of one with its funding, and removes both together', async () => {
    const stored = await streams.insert(newPlanStream());
    const fundingId = stored.place.fundingId ?? '';
    expect(await plans.findFunding(fundingId)).toMatchObject({ planId: null, part: 1, streams: 1, status: 'PENDING' });
    await database.db.deleteFrom('streams').where('id', '=', stored.id).execute();
    expect(await plans.findFunding(fundingId)).toBeUndefined();
  });
});
