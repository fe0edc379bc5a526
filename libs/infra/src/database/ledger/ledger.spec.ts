import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { advance, fund, newStream, randomHex } from '../../../test/streams.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { type LedgerEntry, createLedgerRepository } from './ledger.repository.js';

const STREAMS = 7;

const database = useDatabase();

/** Sessions that hold a snapshot while nobody asks anything of them. */
const held = async (): Promise<number> => {
  const { rows } = await sql<{ readonly held: number }>`
    SELECT count(*)::integer AS held FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`.execute(database.db);
  return rows[0]?.held ?? 0;
};

it('a slow reader holds no snapshot, and goes on behind the last line: none is lost, none comes twice', async () => {
  const streams = createStreamsRepository(database.db);
  const sender = randomHex(20);
  const open = async (): Promise<string> => {
    const { id } = await streams.insert(newStream({ senderHash: sender, totalAmount: 900n }));
    await streams.withStream(id, (scope) => fund(scope));
    return id;
  };
  const ids: string[] = [];
  for (let count = 0; count < STREAMS; count += 1) ids.push(await open());
  const lines = createLedgerRepository(database.db, { rowsAtOnce: 2, idleMs: 20 });
  const query = { parties: [sender], viewerHashes: [], from: 0, to: 4_294_967_295 };
  const read: LedgerEntry[] = [];
  for await (const some of lines.lines(query)) {
    read.push(...some);
    expect(some.length).toBeLessThanOrEqual(2);
    // Anybody who takes their time: until it was release.
    while ((await held()) > 0);
  }
  for (const kind of ['funding', 'reserve'])
    expect(read.flatMap((line) => (line.kind === kind ? line.recordId : [])).sort()).toEqual(ids.sort());
  expect(await held()).toBe(0);
});

it.each([
  ['BCH', null, { satoshis: 27_000n }, 1_700n, ['out 900 BCH', 'out 26100 BCH', 'contract 900 BCH', 'in 1700 BCH']],
  [
    'tokens',
    '7e'.repeat(32),
    { satoshis: 26_100n, companion: { satoshis: 1_000n, amount: 900n, nft: null } },
    0n,
    ['out 900 token', 'out 26100 BCH', 'contract 900 token'],
  ],
])('what a stream got of %s is in the books before it comes back', async (_, category, held, back, expected) => {
  const streams = createStreamsRepository(database.db);
  const sender = randomHex(20);
  const { id } = await streams.insert(
    newStream({
      senderHash: sender,
      totalAmount: 900n,
      tokenType: category === null ? 'BCH' : 'FUNGIBLE_TOKEN',
      tokenCategory: category,
    }),
  );
  await streams.withStream(id, (scope) => fund(scope, `00${randomHex(31)}`, 0, held));
  await streams.withStream(id, (scope) =>
    advance(
      scope,
      { kind: 'claim', txHash: `ff${randomHex(31)}`, paidToRecipient: 900n, paidToSender: back },
      { state: null, status: 'COMPLETED', withdrawnAmount: 900n },
    ),
  );
  const read: LedgerEntry[] = [];
  const lines = createLedgerRepository(database.db);
  for await (const some of lines.lines({ parties: [sender], viewerHashes: [], from: 0, to: 4_294_967_295 }))
    read.push(...some);
  expect(
    read.map(
      ({ direction, amount, tokenCategory }) => `${direction} ${amount} ${tokenCategory === null ? 'BCH' : 'token'}`,
    ),
  ).toEqual(expected);
});

it('several addresses of one party have their lines together, each with its address, and what is between them of both', async () => {
  const streams = createStreamsRepository(database.db);
  const { id, sender, senderHash, recipient, recipientHash } = await streams.insert(newStream({ totalAmount: 900n }));
  await streams.withStream(id, (scope) => fund(scope, `00${randomHex(31)}`));
  await streams.withStream(id, (scope) =>
    advance(
      scope,
      { kind: 'claim', txHash: `ff${randomHex(31)}`, paidToRecipient: 900n, paidToSender: 0n },
      { state: null, status: 'COMPLETED', withdrawnAmount: 900n },
    ),
  );
  const lines = createLedgerRepository(database.db);
  const query = { parties: [senderHash, recipientHash], viewerHashes: [], from: 0, to: 4_294_967_295 };
  const read: LedgerEntry[] = [];
  for await (const some of lines.lines(query)) read.push(...some);
  expect(read.filter(({ kind }) => kind !== 'reserve').map(({ direction, address }) => [direction, address])).toEqual([
    ['out', sender],
    ['contract', sender],
    ['in', recipient],
  ]);
  const [total] = await lines.openingTotals({ ...query, from: 4_294_967_295 });
  const reserve = read.reduce((sum, { kind, amount }) => (kind === 'reserve' ? sum + amount : sum), 0n);
  expect(total?.total).toBe(-reserve);
});

it('a reader that disconnects releases its connection at once', async () => {
  const lines = createLedgerRepository(database.db, { rowsAtOnce: 1, idleMs: 600_000 });
  const streams = createStreamsRepository(database.db);
  const { id, senderHash } = await streams.insert(newStream());
  await streams.withStream(id, (scope) => fund(scope));
  for await (const [line] of lines.lines({ parties: [senderHash], viewerHashes: [], from: 0, to: 4_294_967_295 })) {
    expect(line?.recordId).toBe(id);
    expect(await held()).toBe(1);
    break;
  }
  expect(await held()).toBe(0);
});
