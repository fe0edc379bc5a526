import { useDatabase } from '../../../test/database.js';
import { advance, cancel, complete, fund, newStream, randomHex, stateIn, VANISHED } from '../../../test/streams.js';
import { createStreamsRepository } from './streams.repository.js';

describe('what the chain watcher asks', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);
  beforeEach(async () => {
    for (const table of ['lostFundings', 'scriptReadings', 'resourceEvents', 'transitions', 'streams'] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  const insert = async () => (await streams.insert(newStream())).id;
  const funded = async (hash = randomHex(32)) => {
    const id = await insert();
    await streams.withStream(id, (scope) => fund(scope, hash));
    return id;
  };
  /** Mines everything recorded of a stream in one block, and makes it final. */
  const bury = async (id: string, hash = randomHex(32)) => {
    const steps = await streams.transitionsOf(id);
    await streams.withStream(id, async (scope) => {
      for (const { txHash } of steps) await scope.setBlock(txHash, { height: 50, hash });
    });
    return streams.watch.finalise([hash]);
  };
  const followed = async (limit = 100) => (await streams.watch.listFollowed({ limit })).map(({ id }) => id);

  it('are live streams, and closed ones that can be taken back', async () => {
    await insert();
    const [active, cancelled, completed] = [await funded(), await funded(), await funded()];
    await streams.withStream(cancelled, (scope) => cancel(scope));
    await streams.withStream(completed, (scope) => complete(scope));
    expect(await followed()).toEqual([active, cancelled, completed].sort());
    for (const id of [active, cancelled, completed]) expect(await bury(id)).toBe(id === active ? 1n : 2n);
    expect(await followed()).toEqual([active, cancelled].sort());

    const txHash = randomHex(32);
    await streams.withStream(cancelled, (scope) =>
      advance(
        scope,
        { kind: 'refund', txHash },
        { state: null, refund: { amount: 1n, status: 'sent', txHash, availableAtHeight: 60 } },
      ),
    );
    expect(await followed()).toEqual([active, cancelled].sort());
    await bury(cancelled);
    expect(await followed()).toEqual([active]);
    expect((await streams.watch.findFollowed([active, cancelled, completed])).map(({ id }) => id)).toEqual([active]);
    expect(await streams.watch.findFollowed([])).toEqual([]);
  });

  it('come in batches without gaps', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await funded());
    for (const id of ids.slice(0, 3)) await streams.withStream(id, (scope) => complete(scope));
    await streams.withStream(ids[6] ?? '', (scope) => scope.rollbackFrom(1, VANISHED));
    const paged: string[] = [];
    for (let after: string | undefined; ; after = paged.at(-1)) {
      const page = await streams.watch.listFollowed({ after, limit: 2 });
      if (page.length === 0) break;
      paged.push(...page.map(({ id }) => id));
    }
    expect(paged).toEqual(ids.sort());
  });

  it('are streams that lost their funding, until it is back or given up', async () => {
    const hash = randomHex(32);
    const id = await funded(hash);
    await streams.withStream(id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect(await streams.watch.listFollowed({ limit: 9 })).toMatchObject([{ id, status: 'PENDING', head: null }]);
    expect(await streams.watch.lostFundings(id)).toEqual([hash]);
    await streams.withStream(id, (scope) => fund(scope, hash));
    expect(await streams.watch.lostFundings(id)).toEqual([]);
    await streams.withStream(id, (scope) => scope.rollbackFrom(1, VANISHED));
    expect(await streams.watch.forgetLostFundings(VANISHED.height)).toBe(0n);
    expect(await streams.watch.forgetLostFundings(VANISHED.height + 1)).toBe(1n);
    expect(await followed()).toEqual([]);
  });

  it('show what was read of their script', async () => {
    const hash = randomHex(32);
    const id = await funded(hash);
    const [before] = await streams.watch.listFollowed({ limit: 9 });
    expect(before).toMatchObject({ id, head: hash, reading: null });
    const status = randomHex(32);
    for (const reading of [
      { status: null, head: null },
      { status, head: hash },
    ]) {
      expect(await streams.watch.saveReading({ id, status: 'ACTIVE', state: stateIn(hash) }, reading)).toBe(true);
      expect((await streams.watch.findFollowed([id]))[0]?.reading).toEqual(reading);
    }
    const other = { status: randomHex(32), head: randomHex(32) };
    for (const moved of [
      { id, status: 'ACTIVE', state: stateIn(other.head) },
      { id, status: 'CANCELLED', state: stateIn(hash) },
    ] as const)
      expect(await streams.watch.saveReading(moved, other)).toBe(false);
    expect((await streams.watch.findFollowed([id]))[0]?.reading).toEqual({ status, head: hash });
  });

  it('are the steps that are not final, with their blocks', async () => {
    const id = await funded();
    const block = { height: 7, hash: randomHex(32) };
    const { txHash } = (await streams.transitionsOf(id))[0] ?? { txHash: '' };
    expect(await streams.watch.unfinalTransitions()).toEqual([{ resourceId: id, kind: 'fund', block: null }]);
    await streams.withStream(id, (scope) => scope.setBlock(txHash, block));
    expect(await streams.watch.unfinalTransitions()).toEqual([{ resourceId: id, kind: 'fund', block }]);
    expect(await streams.watch.finalise([randomHex(32)])).toBe(0n);
    expect(await streams.watch.finalise([block.hash, randomHex(32)])).toBe(1n);
    expect(await streams.watch.finalise([])).toBe(0n);
    expect(await streams.watch.unfinalTransitions()).toEqual([]);
    expect((await streams.transitionsOf(id))[0]?.final).toBe(true);
  });

  it('are events since the last one heard of', async () => {
    expect(await streams.watch.lastEventId()).toBe(0);
    const first = await funded();
    const last = await streams.watch.lastEventId();
    const second = await funded();
    await streams.withStream(second, (scope) => complete(scope));
    const events = await streams.watch.eventsAfter(last);
    expect(events.map(({ resourceId }) => resourceId)).toEqual([second, second, second]);
    expect(events.at(-1)?.id).toBe(await streams.watch.lastEventId());
    expect((await streams.watch.eventsAfter(0)).map(({ resourceId }) => resourceId)).toEqual([
      first,
      second,
      second,
      second,
    ]);
  });

  describe('events of a stream', () => {
    const linesOf = async (id: string) =>
      ((await streams.history(id))?.events ?? []).map(
        ({ kind, transition, amount, source }) => `${kind} ${transition} ${amount} ${source}`,
      );

    it('name every step, its amount, who recorded it, and the completion', async () => {
      const { id, totalAmount } = await streams.insert(newStream({ totalAmount: 900n }));
      await streams.withStream(id, async (scope) => {
        await fund(scope);
        await advance(scope, { kind: 'push', paidToRecipient: 200n, source: 'chain' }, { withdrawnAmount: 200n });
        await advance(
          scope,
          { kind: 'claim', paidToRecipient: 700n, paidToSender: 30n },
          { status: 'COMPLETED', withdrawnAmount: totalAmount, state: null },
        );
      });
      expect(await linesOf(id)).toEqual([
        'recorded fund 900 confirm',
        'recorded push 200 chain',
        'recorded claim 700 confirm',
        'completed claim 900 confirm',
      ]);
    });

    it('stay when the steps are rolled back, with the reason, and report that they came again', async () => {
      const { id } = await streams.insert(newStream({ totalAmount: 900n }));
      const [funding, claim, other] = [randomHex(32), randomHex(32), randomHex(32)] as const;
      const both = () =>
        streams.withStream(id, async (scope) => {
          await fund(scope, funding);
          await advance(scope, { txHash: claim, paidToRecipient: 200n, source: 'chain' }, { withdrawnAmount: 200n });
        });
      await both();
      await streams.withStream(id, (scope) =>
        scope.rollbackFrom(1, { reason: 'replaced', replacedBy: other, height: 9 }),
      );
      await both();
      expect(await linesOf(id)).toEqual([
        'recorded fund 900 confirm',
        'recorded claim 200 chain',
        'rolled_back claim 200 chain',
        'rolled_back fund 900 chain',
        'restored fund 900 confirm',
        'restored claim 200 chain',
      ]);
      const events = (await streams.history(id))?.events ?? [];
      expect(events.map(({ txHash }) => txHash)).toEqual([funding, claim, claim, funding, funding, claim]);
      expect(events.map(({ because }) => because?.replacedBy ?? null)).toEqual([null, null, other, other, null, null]);
    });
  });
});
