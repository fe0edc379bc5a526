import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { fund, newStream, randomHex, stateIn, TOTAL, transition, VANISHED } from '../../../test/streams.js';
import { createDatabase } from '../create-database.js';
import type { NewStreamStep } from './record-steps.js';
import type { StreamRecord } from './stream-record.js';
import { createStreamsRepository } from './streams.repository.js';

describe('recordSteps', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);

  const open = async (count: number): Promise<readonly string[]> => {
    const ids = await Promise.all(Array.from({ length: count }, async () => (await streams.insert(newStream())).id));
    for (const id of ids) await streams.withStream(id, (scope) => fund(scope));
    return ids;
  };
  /** A cancel that pays the recipient one unit less than everything, by one transaction for all. */
  const cancelBy =
    (txHash: string, changes: Partial<NewStreamStep['changes']> = {}) =>
    ({ state, recipient }: StreamRecord): NewStreamStep => ({
      transition: transition({
        kind: 'cancel',
        txHash,
        spent: state && { txid: state.txid, vout: state.vout },
        state: { vout: 1, commitment: '02', satoshis: 1_000n, tokenAmount: null },
        paidToRecipient: TOTAL - 1n,
      }),
      changes: {
        status: 'CANCELLED',
        withdrawnAmount: TOTAL - 1n,
        cancelledAt: 1_700_000_200,
        refund: { amount: 1n, status: 'pending', txHash: null, availableAtHeight: null },
        pause: null,
        state: { ...stateIn(txHash), vout: 1 },
        ...changes,
      },
      claim: {
        recipient,
        amount: TOTAL - 1n,
        claimedAt: 1_700_000_200,
        txHash,
        source: 'confirm',
        periods: null,
        payday: null,
      },
    });

  it('stores steps, amounts, payments and events as they are stored one by one', async () => {
    const [id = '', other = ''] = await open(2);
    const [together, alone] = [randomHex(32), randomHex(32)];
    const [after] = await streams.recordSteps([id], cancelBy(together));
    await streams.withStream(other, async (scope) => {
      const { transition: step, changes, claim } = cancelBy(alone)(scope.stream);
      await scope.advance(step, changes);
      if (claim !== undefined) await scope.recordClaim(claim);
    });
    expect(after).toEqual(await streams.findById(id));
    /** All that is stored, without what names the one or the other. */
    const storedOf = async (of: string) => {
      const history = await streams.history(of);
      const names = [of, ...(history?.transitions ?? []).map(({ txHash }) => txHash), history?.stream.contractAddress];
      const { stream, ...rest } = history ?? {};
      const { status, withdrawnAmount, state, cancelledAt, refund, pause } = stream ?? {};
      return JSON.parse(
        JSON.stringify({ rest, status, withdrawnAmount, state, cancelledAt, refund, pause }, (key, value: unknown) => {
          if (['id', 'commitment', 'stateCommitment', 'createdAt', 'recipient'].includes(key)) return undefined;
          if (typeof value === 'bigint') return value.toString();
          return typeof value === 'string' && names.includes(value) ? names.indexOf(value) : value;
        }),
      ) as unknown;
    };
    expect(await storedOf(id)).toEqual(await storedOf(other));
  });

  it('lets each step be undone exactly, and recorded again as restored', async () => {
    const ids = await open(3);
    const before = await streams.findByIds(ids);
    const txHash = randomHex(32);
    await streams.recordSteps(ids, cancelBy(txHash));
    for (const id of ids) await streams.withStream(id, (scope) => scope.rollbackFrom(2, VANISHED));
    const withoutUpdatedAt = (all: readonly StreamRecord[]) => all.map((each) => ({ ...each, updatedAt: 0 }));
    expect(withoutUpdatedAt(await streams.findByIds(ids))).toEqual(withoutUpdatedAt(before));
    await streams.recordSteps(ids, cancelBy(txHash));
    for (const id of ids)
      expect((await streams.history(id))?.events.map(({ kind, transition: step }) => `${kind} ${step}`)).toEqual([
        'recorded fund',
        'recorded cancel',
        'rolled_back cancel',
        'restored cancel',
      ]);
  });

  it('stores all or nothing', async () => {
    const ids = await open(3);
    const [bad] = ids;
    const txHash = randomHex(32);
    const failed = streams.recordSteps(ids, (stream) =>
      cancelBy(txHash, stream.id === bad ? { withdrawnAmount: TOTAL + 1n } : {})(stream),
    );
    await expect(failed).rejects.toThrow();
    expect((await streams.findByIds(ids)).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(await streams.stepsBy(txHash, ids)).toEqual([]);
  });

  it('records the completion that a last payment is', async () => {
    const [id = ''] = await open(1);
    const txHash = randomHex(32);
    await streams.recordSteps([id], (stream) => {
      const { transition: step, claim } = cancelBy(txHash)(stream);
      const changes = { status: 'COMPLETED', withdrawnAmount: TOTAL, state: null } as const;
      return { transition: { ...step, kind: 'claim', state: null }, changes, claim };
    });
    expect((await streams.history(id))?.events.map(({ kind }) => kind)).toEqual(['recorded', 'recorded', 'completed']);
  });

  it('leaves out rows that are not what was read, and says how they are', async () => {
    const ids = await open(2);
    const [moved] = ids;
    const txHash = randomHex(32);
    const rows = await streams.recordSteps(ids, (stream) =>
      stream.id === moved ? undefined : cancelBy(txHash)(stream),
    );
    expect(rows.map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED']);
    expect((await streams.stepsBy(txHash, ids)).map(({ resource }) => resource.id)).toEqual(ids.slice(1));
    expect(await streams.recordSteps([], cancelBy(txHash))).toEqual([]);
  });

  it('waits for a row that another process holds without a connection, and so does every work on a stream', async () => {
    const ids = await open(3);
    const [held = ''] = ids;
    const narrow = createDatabase({ url: database.url, maxConnections: 2 });
    const [mine, replica] = [createStreamsRepository(narrow), createStreamsRepository(narrow)];
    const txHash = randomHex(32);
    try {
      const waiting = await database.db.transaction().execute(async (transaction) => {
        await sql`SELECT FROM streams WHERE id = ${held} FOR UPDATE`.execute(transaction);
        const started = [
          mine.recordSteps(ids, cancelBy(txHash)),
          ...Array.from({ length: 4 }, () => replica.withStream(held, ({ stream }) => Promise.resolve(stream))),
        ];
        // Connections that waited for the lock would be all there are.
        for (let i = 0; i < 20; i += 1) expect((await mine.findById(held))?.status).toBe('ACTIVE');
        return started;
      });
      const [rows] = await Promise.all(waiting);
      expect(rows).toMatchObject(ids.map((id) => ({ id, status: 'CANCELLED' })));
    } finally {
      await narrow.destroy();
    }
  });
});
