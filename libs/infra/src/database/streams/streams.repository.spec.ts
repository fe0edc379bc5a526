import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { cancel, complete, fund, newStream, randomHex, TOTAL } from '../../../test/streams.js';
import { newId } from '../sql/statements.js';
import { createStreamsRepository } from './streams.repository.js';

describe('streams repository', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);

  describe('insert', () => {
    it('stores every field and gives it back', async () => {
      const given = newStream({
        cliffTimestamp: 1_800_000_000,
        intervalSeconds: 86_400,
        description: 'salary ✓',
        vaultId: newId(),
      });
      const stored = await streams.insert(given);
      expect(stored).toMatchObject({
        ...given,
        place: { ...given.place, fundingId: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string },
      });
      expect(stored).toMatchObject({
        status: 'PENDING',
        withdrawnAmount: 0n,
        state: null,
        funding: null,
        cancelledAt: null,
        refund: null,
      });
      expect(Math.abs(stored.createdAt - Date.now() / 1000)).toBeLessThan(60);
      expect(stored.updatedAt).toBe(stored.createdAt);
      expect(await streams.findById(stored.id)).toEqual(stored);
    });

    it('finds nothing for unknown ids', async () => {
      expect(await streams.findById(newId())).toBeUndefined();
    });

    it('numbers BCH and token streams apart, without doubles under load', async () => {
      const token = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: randomHex(32), totalAmount: 2n ** 63n - 1n } as const;
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, index) => streams.insert(newStream(index % 2 ? token : {}))),
      );
      const names = made.map(({ streamId }) => streamId);
      expect(new Set(names).size).toBe(40);
      for (const { streamId, tokenType } of made)
        expect(streamId).toMatch(tokenType === 'BCH' ? /^#WEIR-BCH-0000\d\d$/ : /^#WEIR-TOK-0000\d\d$/);
      expect(made[1]?.totalAmount).toBe(2n ** 63n - 1n);
    });

    it('makes display ids of more than six digits', async () => {
      await sql`SELECT setval('stream_bch_number', 999999)`.execute(database.db);
      expect((await streams.insert(newStream())).streamId).toBe('#WEIR-BCH-1000000');
    });

    it.each([
      ['an end before the start', { startTime: 1_700_000_000, endTime: 1_700_000_000 }, 'streams_end_after_start'],
      ['a cliff outside', { cliffTimestamp: 1_600_000_000 }, 'streams_cliff_within'],
      ['a total of zero', { totalAmount: 0n }, 'streams_total_amount_check'],
      ['a token without a category', { tokenType: 'FUNGIBLE_TOKEN' }, 'plan_fundings_token_has_category'],
      ['BCH with a category', { tokenCategory: randomHex(32) }, 'plan_fundings_token_has_category'],
      ['a hash of the wrong length', { senderHash: 'ab' }, 'plan_fundings_sender_hash_check'],
      ['a start in milliseconds', { endTime: 1_700_000_000_000 }, 'streams_end_time_check'],
    ] as const)('refuses %s', async (_, wrong, constraint) => {
      await expect(streams.insert(newStream(wrong))).rejects.toMatchObject({ constraint });
    });
  });

  describe('what the watcher asks for', () => {
    beforeAll(async () => {
      await database.db.deleteFrom('streams').execute();
    });

    it('are the refunds that are due', async () => {
      const made = await Promise.all(Array.from({ length: 5 }, () => streams.insert(newStream())));
      const [, active, completed, cancelled, refunded] = made.map(({ id }) => id) as [
        string,
        string,
        string,
        string,
        string,
      ];
      for (const id of [active, completed, cancelled, refunded]) await streams.withStream(id, (scope) => fund(scope));
      await streams.withStream(completed, complete);
      for (const id of [cancelled, refunded]) await streams.withStream(id, (scope) => cancel(scope, 800));
      const refund = { amount: 1_000n, status: 'confirmed', txHash: randomHex(32), availableAtHeight: 800 } as const;
      await streams.withStream(refunded, (scope) => scope.update({ refund, state: null }));

      const due = async (height: number) =>
        (await streams.due('refunds', { height, limit: 10 })).rows.map(({ id }) => id);
      expect(await due(799)).toEqual([]);
      expect(await due(800)).toEqual([cancelled]);
      await streams.withStream(cancelled, (scope) =>
        scope.update({ refund: { amount: 1_000n, status: 'sent', txHash: randomHex(32), availableAtHeight: 800 } }),
      );
      expect(await due(800)).toEqual([]);
      expect((await streams.findById(cancelled))?.totalAmount).toBe(TOTAL);
    });

    it('come in parts, the longest due first, each behind the one before', async () => {
      const made = await Promise.all(
        [802, 801, 801].map(async (height) => {
          const { id } = await streams.insert(newStream());
          await streams.withStream(id, (scope) => fund(scope));
          await streams.withStream(id, (scope) => cancel(scope, height));
          return { id, height };
        }),
      );
      const inOrder = made.toSorted((a, b) => a.height - b.height || (a.id < b.id ? -1 : 1));
      const first = await streams.due('refunds', { height: 802, limit: 2 });
      expect(first.rows.map(({ id }) => id)).toEqual(inOrder.slice(0, 2).map(({ id }) => id));
      expect(first.next).toEqual(inOrder[1]);
      const second = await streams.due('refunds', { height: 802, limit: 2, after: first.next });
      expect(second).toMatchObject({ rows: [{ id: inOrder[2]?.id }], next: undefined });
    });
  });
});
