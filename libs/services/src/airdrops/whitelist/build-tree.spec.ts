import { ConcurrencyLimit } from '@weir/infra';
import { IN_BCH, ListError, PACKED_ROW_LENGTH } from '@weir/merkle';
import { ListSpool } from '../live/list-spool.js';
import { buildTree } from './build-tree.js';

const rooms = () => ({ builds: new ConcurrencyLimit(1), spool: new ListSpool() });
const options = { lanes: 1, signal: undefined };

/** A packed row of 1,000 base units to somebody with this number, read from a line. */
const packed = (number: number, line: number): Uint8Array => {
  const row = new Uint8Array(PACKED_ROW_LENGTH);
  const view = new DataView(row.buffer);
  view.setUint32(0, number);
  view.setBigUint64(20, 1_000n, true);
  view.setUint32(28, line, true);
  return row;
};
async function* rowsTo(count: number, end?: Error): AsyncGenerator<Uint8Array> {
  for (let row = 0; row < count; row += 1) yield await Promise.resolve(packed(row, row + 1));
  if (end !== undefined) throw end;
}
async function* thenAgain(count: number, end: Error): AsyncGenerator<Uint8Array> {
  yield* rowsTo(count);
  yield packed(0, count + 1);
  throw end;
}

// Built at once, the most that is, and by a thread.
describe.each([3, 512, 600])('a list of %i rows', (count) => {
  it('has its tree', async () => {
    const { tree, total } = await buildTree(rowsTo(count), options, rooms());
    expect([tree.rowCount, total]).toEqual([count, BigInt(count) * 1_000n]);
  });

  it('is refused for all of its problems', async () => {
    const bad = { code: 'BAD_ADDRESS', line: 9_999, text: 'nobody' } as const;
    const refusal = new ListError([bad], IN_BCH);
    await expect(buildTree(rowsTo(count, refusal), options, rooms())).rejects.toMatchObject({ problems: [bad] });
    await expect(buildTree(thenAgain(count, refusal), options, rooms())).rejects.toMatchObject({
      count: 2,
      problems: [{ code: 'DUPLICATE_ADDRESS', line: count + 1, firstLine: 1 }, bad],
    });
  });
});

it('is refused where it is empty', async () => {
  await expect(buildTree(rowsTo(0), options, rooms())).rejects.toMatchObject({ problems: [{ code: 'EMPTY' }] });
});
