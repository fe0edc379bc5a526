import { useDatabase } from '../../../test/database.js';
import { cancel, complete, fund, newStream, randomHex } from '../../../test/streams.js';
import type { StreamStatus } from '../sql/columns.js';
import { InvalidCursorError } from '../sql/database-errors.js';
import { encodeCursor } from '../sql/pages.js';
import { newId } from '../sql/statements.js';
import { LISTED_COLUMNS, type ListedStreamRecord, type StreamFilter } from './list-streams.js';
import type { StreamRecord } from './stream-record.js';
import { createStreamsRepository } from './streams.repository.js';

const PARTIES = Array.from({ length: 3 }, () => randomHex(20)) as [string, string, string];
const STATUSES: readonly (StreamStatus | undefined)[] = [undefined, 'PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'];

/** What a filter means, said in the plainest way. */
const matches = (filter: StreamFilter) => (stream: StreamRecord) =>
  (filter.senderHashes?.includes(stream.senderHash) ?? true) &&
  (filter.recipientHashes?.includes(stream.recipientHash) ?? true) &&
  (filter.addressHashes?.some((each) => [stream.senderHash, stream.recipientHash].includes(each)) ?? true) &&
  (filter.status === undefined || stream.status === filter.status);

const SHOWN = new Set<string>([...LISTED_COLUMNS, 'funding', 'refund', 'recurring', 'payment', 'progress', 'pause']);

/** What lists show of it. */
const listed = (stream: StreamRecord): ListedStreamRecord => {
  const { state, place } = stream;
  const shown = Object.entries(stream).filter(([name]) => SHOWN.has(name));
  return {
    ...(Object.fromEntries(shown) as unknown as ListedStreamRecord),
    state: state && { commitment: state.commitment },
    place: { announcement: place.announcement, group: place.group, planId: place.planId },
  };
};

describe('listing streams', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);
  /** Newest first. */
  let everything: StreamRecord[];

  /** Every pair of three parties, themselves included, in every status, several to a second. */
  beforeAll(async () => {
    const made: string[] = [];
    for (const senderHash of PARTIES) {
      for (const recipientHash of PARTIES) {
        for (const status of STATUSES.filter((each) => each !== undefined)) {
          const { id } = await streams.insert(newStream({ senderHash, recipientHash }));
          if (status !== 'PENDING') await streams.withStream(id, (scope) => fund(scope));
          if (status === 'COMPLETED') await streams.withStream(id, complete);
          if (status === 'CANCELLED') await streams.withStream(id, (scope) => cancel(scope));
          await database.db
            .updateTable('streams')
            .set({ createdAt: 1_700_000_000 + Math.floor(made.length / 5) })
            .where('id', '=', id)
            .execute();
          made.push(id);
        }
      }
    }
    const rows = await Promise.all(made.map((id) => streams.findById(id)));
    everything = rows.flatMap((row) => row ?? []).reverse();
  });
  async function walk(filter: StreamFilter, limit: number) {
    const seen: ListedStreamRecord[] = [];
    const totals = new Set<number>();
    let cursor: string | undefined;
    do {
      const page = await streams.list({ ...filter, limit, cursor });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...page.rows);
      totals.add(page.total);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { seen, totals: [...totals] };
  }

  const [first, second, third] = PARTIES;
  const nobody = randomHex(20);
  const one = [undefined, [first], [second], [third], [nobody]];
  const several = [[first, second], [third, nobody, first], PARTIES];
  const filters = one.flatMap((senderHashes) =>
    one.flatMap((recipientHashes) =>
      [undefined, [first], [second]].map((addressHashes) => ({ senderHashes, recipientHashes, addressHashes })),
    ),
  );
  const filtersOfSeveral = several.flatMap((hashes) =>
    [undefined, [first], [nobody]].flatMap((other) => [
      { senderHashes: hashes, addressHashes: other },
      { senderHashes: hashes, recipientHashes: other, addressHashes: other },
      { recipientHashes: hashes, addressHashes: other },
      { recipientHashes: hashes, senderHashes: other },
      { addressHashes: hashes, senderHashes: other },
      { addressHashes: hashes, senderHashes: other, recipientHashes: [second] },
      { addressHashes: hashes, recipientHashes: hashes },
    ]),
  );

  it.each(STATUSES)('gives exactly what each combination of filters asks for, status %s', async (status) => {
    for (const parties of [...filters, ...filtersOfSeveral]) {
      const filter = { ...parties, status };
      const expected = everything.filter(matches(filter)).map(listed);
      const { seen, totals } = await walk(filter, 7);
      expect(seen).toMatchObject(expected);
      expect(totals).toEqual([expected.length]);
    }
  });

  it('pages alike with any page size, the exact fit included', async () => {
    for (const limit of [1, 5, 9, 36, 100]) {
      expect((await walk({}, limit)).seen).toMatchObject(everything.map(listed));
    }
    expect((await streams.list({ limit: 36 })).nextCursor).toBeNull();
    expect((await streams.list({ limit: 35 })).nextCursor).not.toBeNull();
  });

  it('neither repeats nor skips a row when others are made between two pages', async () => {
    const first = await streams.list({ limit: 10 });
    const added = await Promise.all(Array.from({ length: 5 }, () => streams.insert(newStream())));
    const second = await streams.list({ limit: 100, cursor: first.nextCursor ?? undefined });
    expect([...first.rows, ...second.rows]).toMatchObject(everything.map(listed));
    expect(second.total).toBe(everything.length + 5);
    await database.db
      .deleteFrom('streams')
      .where(
        'id',
        'in',
        added.map(({ id }) => id),
      )
      .execute();
    expect((await streams.list({ limit: 1 })).total).toBe(everything.length);
  });

  it('answers a place beyond the end with an empty page and the total', async () => {
    const cursor = encodeCursor({ createdAt: 1, id: newId() });
    expect(await streams.list({ limit: 10, cursor })).toEqual({ rows: [], total: everything.length, nextCursor: null });
  });

  it('refuses a cursor it did not make', async () => {
    await expect(streams.list({ limit: 10, cursor: 'forged' })).rejects.toThrow(InvalidCursorError);
    await expect(streams.list({ limit: 10, cursor: '' })).rejects.toThrow(InvalidCursorError);
  });
});
