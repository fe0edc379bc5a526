import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { advance, fund, newPayment, newStream, pause, randomHex, VANISHED } from '../../../test/streams.js';
import { createStreamsRepository, type StreamsRepository } from './streams.repository.js';

describe('payments', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);

  it('have ids and lists of their own', async () => {
    const stream = await streams.insert(newStream());
    const payment = await streams.insert(newPayment());
    expect([stream.streamId, payment.streamId].map((id) => id.slice(0, 10))).toEqual(['#WEIR-BCH-', '#WEIR-PAY-']);
    const ids = async (request: Omit<Parameters<StreamsRepository['list']>[0], 'limit'>) => {
      const { rows, total } = await streams.list({ limit: 9, ...request });
      return [total, ...rows.map(({ id }) => id)];
    };
    expect(await ids({})).toEqual([1, stream.id]);
    expect(await ids({ product: 'payment' })).toEqual([1, payment.id]);
    expect(await ids({ product: 'payment', senderHashes: [payment.senderHash], status: 'PENDING' })).toEqual([
      1,
      payment.id,
    ]);
    expect(await ids({ product: 'stream', addressHashes: [payment.recipientHash] })).toEqual([0]);
    expect(await ids({ product: 'payment', addressHashes: [payment.recipientHash] })).toEqual([1, payment.id]);
  });

  it('keep their terms and how far they are, through a rollback', async () => {
    const { id, ...inserted } = await streams.insert(newPayment());
    expect(inserted).toMatchObject({ ...newPayment({ ...inserted }), progress: null, pause: null });
    const funded = await streams.withStream(id, async (scope) => {
      await fund(scope);
      return scope.update({ progress: { paid: 0, nextDue: 1_700_000_000 } });
    });
    await streams.withStream(id, async (scope) => {
      await advance(
        scope,
        { paidToRecipient: 3_000n },
        { withdrawnAmount: 3_000n, progress: { paid: 3, nextDue: 1_700_259_200 } },
      );
      await pause(scope);
      await scope.recordClaim({
        recipient: 'r',
        amount: 3_000n,
        claimedAt: 1,
        txHash: randomHex(32),
        source: 'chain',
        periods: 3,
        payday: null,
      });
    });
    expect(await streams.findById(id)).toMatchObject({
      status: 'PAUSED',
      progress: { paid: 3 },
      pause: { settled: false, availableAtHeight: 900 },
    });
    expect(await streams.claimsOf(id)).toMatchObject([{ periods: 3 }]);
    const executions =
      await sql`SELECT payment_id, amount, intervals FROM payment_executions WHERE payment_id = ${id}`.execute(
        database.db,
      );
    expect(executions.rows).toEqual([{ paymentId: id, amount: 3_000n, intervals: 3 }]);
    await streams.withStream(id, (scope) => scope.rollbackFrom(2, VANISHED));
    expect(await streams.findById(id)).toMatchObject({
      status: 'ACTIVE',
      withdrawnAmount: 0n,
      progress: funded.progress,
      pause: null,
    });
  });

  it('are followed while paused, and found when their notice is over', async () => {
    const { id } = await streams.insert(newPayment());
    await streams.withStream(id, async (scope) => {
      await fund(scope);
      await pause(scope, 500);
    });
    expect((await streams.watch.listFollowed({ limit: 100 })).map((row) => row.id)).toContain(id);
    const due = async (height: number) =>
      (await streams.due('settlements', { height, limit: 9 })).rows.map((row) => row.id);
    expect(await due(499)).toEqual([]);
    expect(await due(500)).toEqual([id]);
    await streams.withStream(id, (scope) =>
      advance(scope, { kind: 'settle' }, { pause: { settled: true, availableAtHeight: null } }),
    );
    expect(await due(500)).toEqual([]);
  });
});
