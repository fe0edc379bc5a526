import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MigratedDatabase, useDatabase } from '../../test/database.js';
import { advance, fund, newPayment, newStream, randomHex } from '../../test/streams.js';
import { built, newProposal, newVault } from '../../test/vaults.js';
import { createDatabase } from './create-database.js';
import { readSnapshot } from './sql/statements.js';
import { createStreamsRepository } from './streams/streams.repository.js';
import { createVaultsRepository } from './vaults/vaults.repository.js';

const WRITES = 60;

const database = useDatabase();

/** Reads without pause while something is written, again and again. @returns what was read */
const readMeanwhile = async <T>(write: (turn: number) => Promise<unknown>, read: () => Promise<T>): Promise<T[]> => {
  const writing = { done: false };
  const written = (async () => {
    for (let turn = 0; turn < WRITES; turn += 1) await write(turn);
    writing.done = true;
  })();
  const reader = async (): Promise<T[]> => {
    const seen: T[] = [];
    while (!writing.done) {
      seen.push(await read());
      await nextTurn();
    }
    return seen;
  };
  const seen = await Promise.all([reader(), reader(), reader(), written]);
  return seen.slice(0, -1).flatMap((each) => each ?? []);
};

describe('readSnapshot', () => {
  it('reads one snapshot and refuses writes', async () => {
    const streams = createStreamsRepository(database.db);
    const before = await streams.insert(newStream());
    const count = (db: MigratedDatabase['db']) =>
      db
        .selectFrom('streams')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    const [first, second] = await readSnapshot(database.db, async (snapshot) => {
      const seen = await count(snapshot);
      await streams.insert(newStream());
      return [seen, await count(snapshot)];
    });
    expect(second).toEqual(first);
    expect(await count(database.db)).not.toEqual(first);
    const writing = readSnapshot(database.db, (snapshot) =>
      snapshot.deleteFrom('streams').where('id', '=', before.id).execute(),
    );
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('returns its connection, no matter what the reads do', async () => {
    const narrow = createDatabase({ url: database.url, maxConnections: 1 });
    for (let tries = 0; tries < 3; tries += 1)
      await expect(readSnapshot(narrow, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(
      await createStreamsRepository(narrow).history(randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')),
    ).toBeUndefined();
    await narrow.destroy();
  });
});

describe('what is read while others write', () => {
  it.each([
    ['a stream', newStream],
    ['a payment', newPayment],
  ])('of %s fits together: its claims, its steps and its events add up to its row', async (_, made) => {
    const streams = createStreamsRepository(database.db);
    const { id } = await streams.insert(made({ totalAmount: 12_000n }));
    await streams.withStream(id, (scope) => fund(scope));
    const claim = () =>
      streams.withStream(id, async (scope) => {
        const { withdrawnAmount, recipient } = scope.stream;
        const txHash = randomHex(32);
        await advance(
          scope,
          { kind: 'claim', txHash, paidToRecipient: 10n },
          { withdrawnAmount: withdrawnAmount + 10n },
        );
        await scope.recordClaim({
          recipient,
          amount: 10n,
          claimedAt: 1_700_000_000,
          txHash,
          source: 'chain',
          periods: null,
          payday: null,
        });
      });
    const seen = await readMeanwhile(claim, () => streams.history(id));
    expect(seen.length).toBeGreaterThan(WRITES / 4);
    for (const history of seen) {
      const count = Number((history?.stream.withdrawnAmount ?? -10n) / 10n);
      expect([history?.claims.length, history?.transitions.length, history?.events.length]).toEqual([
        count,
        count + 1,
        count + 1,
      ]);
    }
  });

  it('of a proposal fits together: one with two signatures is approved, and no other', async () => {
    const vaults = createVaultsRepository(database.db);
    const vault = await vaults.insert(newVault());
    const [one, two] = vault.signers;
    const { id } = await vaults.withVault(vault.id, ({ proposals }) => proposals.insert(newProposal(), built()));
    const vote = (turn: number) =>
      vaults.withVault(vault.id, async ({ proposals }) => {
        const proposal = await proposals.get(id);
        if (turn % 2 === 1) return proposals.rebuild(id, built(), 1_000n);
        await proposals.sign(proposal, one.hash, randomHex(65));
        await proposals.sign(await proposals.get(id), two.hash, randomHex(65));
        return proposals.settle(id, 'APPROVED');
      });
    const looks = await readMeanwhile(vote, async () => [
      await vaults.findProposal(id),
      (await vaults.listProposals({ vaultId: vault.id, limit: 5 })).rows[0],
      (await vaults.unsettledProposals(vault.id))[0],
    ]);
    const seen = looks.flat();
    expect(new Set(seen.map((proposal) => proposal?.status))).toEqual(new Set(['PENDING', 'APPROVED']));
    for (const proposal of seen)
      expect([proposal?.status, proposal?.signatures.length]).toEqual(
        proposal?.status === 'APPROVED' ? ['APPROVED', 2] : ['PENDING', 0],
      );
  });

  it('of proposals fits together: as many as are counted', async () => {
    const vaults = createVaultsRepository(database.db);
    const { id: vaultId } = await vaults.insert(newVault());
    const propose = () => vaults.withVault(vaultId, ({ proposals }) => proposals.insert(newProposal(), built()));
    const seen = await readMeanwhile(propose, () => vaults.listProposals({ vaultId, limit: WRITES }));
    for (const { rows, total } of seen) expect(rows).toHaveLength(total);
  });
});
