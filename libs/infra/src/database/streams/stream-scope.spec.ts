import { setTimeout as sleep } from 'node:timers/promises';
import { useDatabase } from '../../../test/database.js';
import {
  advance,
  cancel,
  complete,
  fund,
  newStream,
  randomHex,
  stateIn,
  TOTAL,
  transition,
  VANISHED,
} from '../../../test/streams.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { newId } from '../sql/statements.js';
import type { NewStreamClaim } from './record-steps.js';
import type { StreamRecord } from './stream-record.js';
import { createStreamsRepository } from './streams.repository.js';

const MAX_TOKENS = 9_223_372_036_854_775_807n;

describe('withStream', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);
  let id: string;
  beforeEach(async () => {
    ({ id } = await streams.insert(newStream()));
  });

  const claim = (txHash: string, amount = 5n): NewStreamClaim => ({
    recipient: 'bchtest:r',
    amount,
    claimedAt: 1_700_000_300,
    txHash,
    source: 'confirm',
    periods: null,
    payday: null,
  });
  const withoutUpdatedAt = (stream: StreamRecord) => ({ ...stream, updatedAt: 0 });

  it('refuses an unknown id', async () => {
    await expect(streams.withStream(newId(), () => Promise.resolve())).rejects.toThrow(RowNotFoundError);
  });

  it('commits all changes together', async () => {
    const txHash = randomHex(32);
    const after = await streams.withStream(id, async (scope) => {
      const { transition: funding, recorded } = await fund(scope, txHash);
      expect([funding.sequence, recorded]).toEqual([1, true]);
      return scope.stream;
    });
    expect(after).toMatchObject({
      status: 'ACTIVE',
      // Not before it was created, though the clock that was given is years behind.
      funding: { txHash, vout: 0, activatedAt: after.createdAt, bySender: true },
      state: { txid: txHash, companion: null },
    });
    expect(await streams.findById(id)).toEqual(after);
    expect(await streams.transitionsOf(id)).toMatchObject([
      {
        resource: { type: 'stream', id },
        sequence: 1,
        kind: 'fund',
        txHash,
        spent: null,
        block: null,
        source: 'confirm',
      },
    ]);
  });

  it('stores nothing when the work throws', async () => {
    const before = await streams.findById(id);
    const failed = streams.withStream(id, async (scope) => {
      await fund(scope);
      await scope.recordClaim(claim(randomHex(32)));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await streams.findById(id)).toEqual(before);
    expect(await streams.transitionsOf(id)).toEqual([]);
    expect(await streams.claimsOf(id)).toEqual([]);
  });

  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        streams.withStream(id, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await sleep(5);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it.each([
    ['more withdrawn than there is', { withdrawnAmount: TOTAL + 1n }],
    ['an ACTIVE stream without a state', { state: null }],
    ['COMPLETED with something left', { status: 'COMPLETED', withdrawnAmount: 1n }],
    ['CANCELLED without a date', { status: 'CANCELLED' }],
    [
      'a refund of a stream that is not cancelled',
      { refund: { amount: 1n, status: 'pending', txHash: null, availableAtHeight: null } },
    ],
    ['PENDING with a funding', { status: 'PENDING' }],
  ] as const)('refuses %s', async (_, changes) => {
    await streams.withStream(id, (scope) => fund(scope));
    await expect(streams.withStream(id, (scope) => scope.update(changes))).rejects.toMatchObject({ code: '23514' });
  });

  it('records one hash once, of 50 who try at a time', async () => {
    const funding = randomHex(32);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        streams.withStream(id, async (scope) => {
          const { recorded } = await fund(scope, funding);
          const claimed = await scope.recordClaim(claim(funding));
          return [recorded, claimed].join();
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'true,true')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'false,false')).toHaveLength(49);
    expect(await streams.transitionsOf(id)).toHaveLength(1);
    expect(await streams.claimsOf(id)).toHaveLength(1);
  });

  it('keeps claims in order, with exact amounts', async () => {
    const [first, second] = [randomHex(32), randomHex(32)];
    await streams.withStream(id, async (scope) => {
      await scope.recordClaim({ ...claim(second, 2n ** 63n - 1n), claimedAt: 1_700_000_400, source: 'chain' });
      await scope.recordClaim(claim(first));
    });
    expect(await streams.claimsOf(id)).toMatchObject([
      { streamId: id, txHash: first, amount: 5n, source: 'confirm' },
      { streamId: id, txHash: second, amount: 2n ** 63n - 1n, source: 'chain' },
    ]);
  });

  it('does not advance twice for one transaction, no matter what it says', async () => {
    await streams.withStream(id, async (scope) => {
      const { transition: funding } = await fund(scope);
      const again = await scope.advance(transition({ txHash: funding.txHash, kind: 'claim' }), { withdrawnAmount: 7n });
      expect(again).toEqual({ transition: funding, recorded: false });
      expect(scope.stream.withdrawnAmount).toBe(0n);
    });
  });

  it('records the block of a transition, and its removal', async () => {
    const block = { height: 42, hash: randomHex(32) };
    await streams.withStream(id, async (scope) => {
      const { transition: funding } = await fund(scope);
      expect(await scope.setBlock(funding.txHash, block)).toBe(true);
      expect((await scope.transitions())[0]?.block).toEqual(block);
      expect(await scope.setBlock(funding.txHash, null)).toBe(true);
      expect((await scope.transitions())[0]?.block).toBeNull();
      expect(await scope.setBlock(randomHex(32), block)).toBe(false);
    });
  });

  describe('rollbackFrom', () => {
    it('puts back every earlier state, to the last unit', async () => {
      const snapshots: StreamRecord[] = [];
      const claimHash = randomHex(32);
      const take = async () => {
        const stream = await streams.findById(id);
        if (stream !== undefined) snapshots.push(stream);
      };
      await take();
      await streams.withStream(id, (scope) => fund(scope));
      await take();
      await streams.withStream(id, async (scope) => {
        await advance(
          scope,
          { kind: 'claim', txHash: claimHash, paidToRecipient: TOTAL - 1n },
          { withdrawnAmount: TOTAL - 1n },
        );
        await scope.recordClaim(claim(claimHash, TOTAL - 1n));
      });
      await take();
      await streams.withStream(id, (scope) => cancel(scope));
      await take();
      await streams.withStream(id, async (scope) => {
        const refundHash = randomHex(32);
        await advance(
          scope,
          { kind: 'refund', txHash: refundHash },
          { state: null, refund: { amount: 1_000n, status: 'sent', txHash: refundHash, availableAtHeight: 1_000 } },
        );
      });
      const steps = await streams.transitionsOf(id);
      expect(steps.map(({ sequence, kind }) => `${sequence} ${kind}`)).toEqual([
        '1 fund',
        '2 claim',
        '3 cancel',
        '4 refund',
      ]);

      for (const [sequence, before] of [...snapshots.entries()]
        .map(([index, row]) => [index + 1, row] as const)
        .reverse()) {
        const undone = await streams.withStream(id, async (scope) => {
          const removed = await scope.rollbackFrom(sequence, VANISHED);
          expect(withoutUpdatedAt(scope.stream)).toEqual(withoutUpdatedAt(before));
          return removed;
        });
        expect(undone).toEqual(steps.slice(sequence - 1, sequence));
        const stored = await streams.findById(id);
        expect(stored && withoutUpdatedAt(stored)).toEqual(withoutUpdatedAt(before));
        expect(await streams.claimsOf(id)).toHaveLength(sequence > 2 ? 1 : 0);
      }
      expect(await streams.transitionsOf(id)).toEqual([]);
    });

    it('undoes several at once, and lets them come again', async () => {
      const hashes = [randomHex(32), randomHex(32)] as const;
      const confirm = () =>
        streams.withStream(id, async (scope) => {
          await fund(scope, hashes[0]);
          await advance(scope, { txHash: hashes[1] }, { withdrawnAmount: 9_007_199_254_740_993n % TOTAL });
          await complete(scope);
          return scope.stream;
        });
      await confirm();
      expect(await streams.withStream(id, (scope) => scope.rollbackFrom(1, VANISHED))).toHaveLength(3);
      expect(await streams.findById(id)).toMatchObject({
        status: 'PENDING',
        withdrawnAmount: 0n,
        state: null,
        funding: null,
      });
      expect(await confirm()).toMatchObject({ status: 'COMPLETED' });
    });

    it('puts back a state of tokens, with all that is beside it', async () => {
      const { id: tokens } = await streams.insert(
        newStream({ tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32), totalAmount: MAX_TOKENS }),
      );
      const stateOf = (txid: string, amount: bigint, nft: string | null) => ({
        ...stateIn(txid),
        companion: { satoshis: 1_000n, amount, nft },
      });
      const before = await streams.withStream(tokens, async (scope) => {
        const txHash = randomHex(32);
        await advance(
          scope,
          { kind: 'fund', txHash },
          {
            status: 'ACTIVE',
            funding: { txHash, vout: 0, activatedAt: 1, bySender: null },
            state: stateOf(txHash, MAX_TOKENS, null),
          },
        );
        return scope.stream;
      });
      await streams.withStream(tokens, async (scope) => {
        const txHash = randomHex(32);
        await advance(scope, { txHash }, { withdrawnAmount: MAX_TOKENS - 1n, state: stateOf(txHash, 1n, '') });
        expect(scope.stream.state?.companion).toEqual({ satoshis: 1_000n, amount: 1n, nft: '' });
      });
      await streams.withStream(tokens, (scope) => scope.rollbackFrom(2, VANISHED));
      expect((await streams.findById(tokens))?.state).toEqual(before.state);
    });

    it('does nothing beyond the end', async () => {
      await streams.withStream(id, async (scope) => {
        await fund(scope);
        const before = scope.stream;
        expect(await scope.rollbackFrom(2, VANISHED)).toEqual([]);
        expect(scope.stream).toEqual(before);
      });
    });
  });
});
