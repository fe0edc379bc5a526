import { sql } from 'kysely';
import { fundedLanes, laneClaim, laneClose, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { insertPlan, newPlan } from '../../../test/plans.js';
import {
  advance,
  cancel,
  complete,
  fund,
  newPayment,
  newPlanStream,
  newStream,
  newTerms,
  pause,
  randomHex,
  VANISHED,
} from '../../../test/streams.js';
import { built, newProposal, newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createPlansRepository } from '../plans/plans.repository.js';
import { createExpiryRepository } from '../quotas/expiry.repository.js';
import type { StreamScope } from '../streams/stream-scope.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { type PublishedEvent, createPublishedEventsRepository } from './published-events.repository.js';

const database = useDatabase();
const events = database.over(createPublishedEventsRepository);
const streams = database.over(createStreamsRepository);

const of = async (recordId: string): Promise<readonly PublishedEvent[]> => {
  await events.publish();
  return events.scan({ after: 0, limit: 100, recordId });
};
const linesOf = (all: readonly PublishedEvent[]): string[] => all.map(({ kind, amount }) => `${kind} ${amount ?? '-'}`);
const on = (id: string, work: (scope: StreamScope) => Promise<unknown>) => streams.withStream(id, work);

describe('the outbox', () => {
  it('has every step of a stream, each with the figures from after it', async () => {
    const { id, sender, recipient, streamId } = await streams.insert(newStream({ totalAmount: 900n }));
    const [funding, push] = [randomHex(32), randomHex(32)] as const;
    // Several steps in one transaction, as a confirmation that walks back finds them.
    await on(id, async (scope) => {
      await fund(scope, funding);
      await advance(
        scope,
        { kind: 'push', txHash: push, paidToRecipient: 200n, source: 'chain' },
        { withdrawnAmount: 200n },
      );
      await complete(scope);
    });
    const all = await of(id);
    expect(linesOf(all)).toEqual(['created 900', 'funded 900', 'claimed 200', 'claimed 0', 'completed 900']);
    expect(all.map(({ figures }) => [figures['status'], figures['withdrawnAmount']])).toEqual([
      ['PENDING', '0'],
      ['ACTIVE', '0'],
      ['ACTIVE', '200'],
      ['COMPLETED', '900'],
      ['COMPLETED', '900'],
    ]);
    expect(all[2]).toMatchObject({
      product: 'stream',
      displayId: streamId,
      step: 'push',
      txHash: push,
      finality: 'mempool',
      audience: null,
      parties: [
        { role: 'sender', address: sender },
        { role: 'recipient', address: recipient },
      ],
    });
    expect(all[0]).toMatchObject({ txHash: null, finality: null, step: null });
  });

  it('has what the chain takes back, why, and that it came again', async () => {
    const { id } = await streams.insert(newStream({ totalAmount: 900n }));
    const [funding, other] = [randomHex(32), randomHex(32)] as const;
    await on(id, (scope) => fund(scope, funding));
    await on(id, (scope) => cancel(scope));
    await on(id, (scope) => scope.rollbackFrom(1, { reason: 'replaced', replacedBy: other, height: 9 }));
    await on(id, (scope) => fund(scope, funding));
    const all = await of(id);
    expect(all.map(({ kind, step }) => `${kind} ${step ?? '-'}`)).toEqual([
      'created -',
      'funded fund',
      'cancelled cancel',
      'reverted cancel',
      'reverted fund',
      'funded fund',
    ]);
    expect(all[4]).toMatchObject({ reason: 'replaced', replacedBy: other, finality: null, txHash: funding });
    expect(all[4]?.figures['status']).toBe('PENDING');
  });

  it('has the pauses of payments, under their own product', async () => {
    const { id } = await streams.insert(newPayment());
    await on(id, (scope) => fund(scope));
    await on(id, (scope) => pause(scope));
    await on(id, (scope) => advance(scope, { kind: 'resume' }, { status: 'ACTIVE', pause: null }));
    const all = await of(id);
    expect(all.map(({ kind }) => kind)).toEqual(['created', 'funded', 'paused', 'resumed']);
    expect(new Set(all.map(({ product }) => product))).toEqual(new Set(['payment']));
  });

  it('has no event of an uncommitted transaction', async () => {
    const { id } = await streams.insert(newStream());
    const failing = on(id, async (scope) => {
      await fund(scope);
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    expect((await of(id)).map(({ kind }) => kind)).toEqual(['created']);
  });

  it('has the claims of campaigns with running figures, their ends, and what is taken back', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const { id } = await airdrops.insert(newCampaign());
    const funding = fundedLanes();
    await airdrops.withCampaign(id, (scope) => scope.activate(funding));
    const both = [laneClaim(), laneClaim()];
    await airdrops.withLane(id, 0, (scope) => scope.advance(both));
    await airdrops.withLane(id, 0, (scope) => scope.rollBackFrom(2, VANISHED));
    await airdrops.withLane(id, 0, (scope) => scope.advance([laneClaim()]));
    await airdrops.withLane(id, 1, (scope) => scope.advance([{ ...laneClose(), toCreator: 20_000n }]));
    const all = await of(id);
    expect(
      all.map(({ kind, amount, figures }) => `${kind} ${amount ?? '-'} ${figures['claimedAmount'] ?? ''}`),
    ).toEqual([
      'created 40000 0',
      'funded 40000 0',
      'claimed 10000 10000',
      'claimed 10000 20000',
      'reverted 10000 10000',
      'claimed 10000 20000',
      'refunded 20000 20000',
    ]);
    expect(all[1]).toMatchObject({ txHash: funding.txHash, product: 'airdrop' });
    expect(all[2]?.parties).toMatchObject([
      { role: 'creator' },
      { role: 'recipient', hash: both[0]?.claim?.recipientHash },
    ]);
  });

  it('has vaults and their proposals, for their members where they are private', async () => {
    const vaults = createVaultsRepository(database.db);
    const vault = await vaults.insert(newVault());
    const [one, other] = vault.signers;
    const txHash = randomHex(32);
    const proposal = await vaults.withVault(vault.id, async (scope) => {
      const { proposals } = scope;
      await scope.update({ currentBalance: 5_000n });
      const made = await proposals.insert(newProposal(), built());
      await proposals.sign(made, one.hash, 'aa');
      await proposals.sign(made, other.hash, 'bb');
      await proposals.settle(made.id, 'APPROVED');
      await proposals.settle(made.id, { txHash, executedAt: 1_800_000_000, final: false });
      await proposals.settle(made.id, 'APPROVED');
      await proposals.settle(made.id, { txHash, executedAt: 1_800_000_000, final: true });
      return made;
    });
    // What belongs to a vault is found with it.
    const all = await of(vault.id);
    expect(all.map(({ kind, product }) => `${product} ${kind}`)).toEqual([
      'vault created',
      'vault deposit',
      'proposal proposed',
      'proposal signed',
      'proposal signed',
      'proposal approved',
      'proposal executed',
      'proposal reverted',
      'proposal executed',
      'proposal final',
    ]);
    const members = new Set([vault.creator, ...vault.signers].map(({ hash }) => hash));
    for (const { audience } of all) expect(audience).toEqual(members);
    expect((await of(proposal.id)).map(({ figures }) => figures['signatures'])).toEqual([0, 1, 2, 2, 2, 2, 2, 2]);
    const viewer = { hash: randomHex(20), address: 'bchtest:viewer' };
    await vaults.withVault(vault.id, (scope) => scope.addViewer(viewer, vault.creator.hash));
    expect((await of(vault.id))[0]?.audience?.has(viewer.hash)).toBe(true);
    const open = await vaults.insert(newVault({ isPublic: true }));
    expect((await of(open.id)).map(({ kind, audience }) => [kind, audience])).toEqual([['created', null]]);
  });

  it('names the members of an expired vault, public or private', async () => {
    const vaults = createVaultsRepository(database.db);
    const expiry = createExpiryRepository(database.db);
    for (const isPublic of [true, false]) {
      const vault = await vaults.insert(newVault({ isPublic }));
      const members = [vault.creator, ...vault.signers].map(({ hash }) => hash);
      await of(vault.id);
      expect(await expiry.remove('vaults', vault.id)).toBe(true);
      const all = await of(vault.id);
      expect(all.map(({ kind }) => kind)).toEqual(['created', 'expired']);
      for (const { audience } of all) expect(audience).toEqual(isPublic ? null : new Set(members));
      expect(all[1]?.parties.map(({ hash }) => hash)).toEqual(members);
      const ofMember = await events.scan({ after: 0, limit: 9, partyHashes: [vault.signers[2].hash] });
      expect(ofMember.map(({ kind }) => kind)).toEqual(['created', 'expired']);
    }
  });

  it('has plans by their fundings, and their streams with them', async () => {
    const plans = createPlansRepository(database.db);
    const terms = newTerms();
    const member = (index: number) => newPlanStream(terms, index, { totalAmount: 1_000n });
    const { id } = await insertPlan(database.db, newPlan(terms.nonce), [[member(1), member(2)], [member(3)]]);
    const [first] = await plans.streamsOf(id, { limit: 9 });
    const streamId = first?.id ?? '';
    const txHash = randomHex(32);
    await on(streamId, (scope) => fund(scope, txHash));
    await on(streamId, (scope) => scope.rollbackFrom(1, VANISHED));
    const all = await of(id);
    expect(all.map(({ product, kind }) => `${product} ${kind}`)).toEqual([
      'plan created',
      'stream created',
      'stream created',
      'stream created',
      'plan funded',
      'stream funded',
      'plan reverted',
      'stream reverted',
    ]);
    expect(all[4]).toMatchObject({ txHash, amount: 2_000n, figures: { status: 'ACTIVE', part: 1, streams: 2 } });
    expect(all[6]).toMatchObject({ txHash, figures: { status: 'PENDING' } });
    const hash = randomHex(32);
    for (const [vout, stream] of (await plans.streamsOf(id, { limit: 2 })).entries())
      await on(stream.id, async (scope) => {
        await fund(scope, txHash, vout);
        await scope.setBlock(txHash, { height: 50, hash });
      });
    const before = (await of(id)).length;
    await streams.watch.finalise([hash]);
    const final = (await of(id)).slice(before);
    expect(final.map(({ product, kind }) => `${product} ${kind}`)).toEqual([
      'stream final',
      'stream final',
      'plan final',
    ]);
    expect(final[2]).toMatchObject({ recordId: id, txHash, step: 'fund', amount: 2_000n, figures: { part: 1 } });
  });

  it('publishes one event for each step that became final, with the figures at that time', async () => {
    const { id } = await streams.insert(newStream({ totalAmount: 900n }));
    const [funding, push, blockHash] = [randomHex(32), randomHex(32), randomHex(32)] as const;
    await on(id, async (scope) => {
      await fund(scope, funding);
      await advance(
        scope,
        { kind: 'push', txHash: push, paidToRecipient: 200n, source: 'chain' },
        { withdrawnAmount: 200n },
      );
      for (const txHash of [funding, push]) await scope.setBlock(txHash, { height: 50, hash: blockHash });
      await complete(scope);
    });
    const before = (await of(id)).length;
    expect(await streams.watch.finalise([blockHash])).toBe(2n);
    expect(await streams.watch.finalise([blockHash])).toBe(0n);
    const published = (await of(id)).slice(before);
    expect(published).toMatchObject([
      { kind: 'final', step: 'fund', txHash: funding, amount: 900n, finality: 'final', product: 'stream' },
      { kind: 'final', step: 'push', txHash: push, amount: 200n, finality: 'final' },
    ]);
    expect(published.map(({ figures }) => figures['withdrawnAmount'])).toEqual(['900', '900']);
  });

  it('waits with what is final for who changes the record: figures never go back', async () => {
    const { id } = await streams.insert(newStream({ totalAmount: 900n }));
    const [funding, blockHash] = [randomHex(32), randomHex(32)] as const;
    await on(id, (scope) => fund(scope, funding));
    await on(id, (scope) => scope.setBlock(funding, { height: 50, hash: blockHash }));
    let marking: Promise<bigint> | undefined;
    await on(id, async (scope) => {
      await advance(scope, { kind: 'push', paidToRecipient: 200n, source: 'chain' }, { withdrawnAmount: 200n });
      marking = streams.watch.finalise([blockHash]);
      // It is there, and waits for the row.
      for (let waiting = 0; waiting === 0;) {
        const { rows } = await sql<{ waiting: number }>`
          SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'`.execute(
          database.db,
        );
        waiting = rows[0]?.waiting ?? 0;
      }
    });
    expect(await marking).toBe(1n);
    expect((await of(id)).map(({ kind, figures }) => `${kind} ${figures['withdrawnAmount']}`)).toEqual([
      'created 0',
      'funded 0',
      'claimed 200',
      'final 200',
    ]);
  });

  it('publishes one event for the final funding of a campaign and one for each of its claims', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const { id } = await airdrops.insert(newCampaign());
    const funding = fundedLanes();
    await airdrops.withCampaign(id, (scope) => scope.activate(funding));
    const [first, second] = [laneClaim(), { ...laneClaim(), mined: true }];
    await airdrops.withLane(id, 0, (scope) => scope.advance([first, second]));
    await airdrops.withLane(id, 1, (scope) => scope.finalise(0, funding.txHash));
    await airdrops.withLane(id, 0, (scope) => scope.finalise(1, first.txHash));
    await airdrops.withLane(id, 0, (scope) => scope.finalise(1, first.txHash));
    await airdrops.withLane(id, 0, (scope) => scope.finalise(2, second.txHash));
    expect((await of(id)).map(({ kind, step, txHash, finality }) => [kind, step, txHash, finality])).toEqual([
      ['created', null, null, null],
      ['funded', 'fund', funding.txHash, 'mempool'],
      ['claimed', 'claim', first.txHash, 'mempool'],
      ['claimed', 'claim', second.txHash, 'mined'],
      ['final', 'fund', funding.txHash, 'final'],
      ['final', 'claim', first.txHash, 'final'],
      ['final', 'claim', second.txHash, 'final'],
    ]);
    const last = (await of(id)).at(-1);
    expect(last).toMatchObject({
      amount: 10_000n,
      figures: { claimedAmount: '20000', claimedCount: 2 },
      parties: [{ role: 'creator' }, { role: 'recipient', hash: second.claim?.recipientHash }],
    });
  });

  it('finds the events of an address', async () => {
    const { id, senderHash, recipientHash } = await streams.insert(newStream());
    await on(id, (scope) => fund(scope));
    await of(id);
    for (const partyHash of [senderHash, recipientHash])
      expect(
        (await events.scan({ after: 0, limit: 9, partyHashes: [partyHash] })).map(({ recordId, kind }) => [
          recordId,
          kind,
        ]),
      ).toEqual([
        [id, 'created'],
        [id, 'funded'],
      ]);
    expect(await events.scan({ after: 0, limit: 9, partyHashes: [randomHex(20)] })).toEqual([]);
  });
});
