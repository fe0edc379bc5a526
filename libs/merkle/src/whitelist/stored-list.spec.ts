import { createHash } from 'node:crypto';
import { IN_BASE_UNITS } from '../lists/list-problem.js';
import { readRecipients } from './packed-rows.js';
import { blobLayout, findInStoredList, type StoredList } from './whitelist-blob.js';
import { WhitelistTree } from './whitelist-tree.js';

const hashOf = (i: number) => new Uint8Array(createHash('sha256').update(i.toString()).digest()).slice(0, 20);

const treeOf = (count: number): WhitelistTree => {
  const recipients = Array.from({ length: count }, (_, i) => ({ address: i.toString(), amount: (546 + i).toString() }));
  const list = readRecipients(recipients, {
    readAddress: (text, target, offset) => {
      target.set(hashOf(Number(text)), offset);
      return undefined;
    },
    unit: IN_BASE_UNITS,
  });
  return WhitelistTree.build(list);
};

/** A tree's bytes as a store that counts what is read of them. */
const storeOf = (tree: WhitelistTree): StoredList & { readonly read: { bytes: number } } => {
  const { rows, table } = blobLayout(tree.rowCount, tree.shape.lanes);
  const read = { bytes: 0 };
  const piece = (at: number, length: number) => {
    read.bytes += length;
    return tree.blob.slice(at, at + length);
  };
  return {
    read,
    header: () => Promise.resolve(piece(0, rows.at)),
    entries: (places) => Promise.resolve(places.map((place) => piece(table.at + 4 * place, 4))),
    rows: (numbers) => Promise.resolve(numbers.map((row) => piece(rows.at + 28 * row, 28))),
  };
};

describe('a list where it is kept', () => {
  it.each([1, 2, 8, 9, 100, 5_000])(
    'of %i rows finds what it has and nothing else, as the tree itself does',
    async (count) => {
      const tree = treeOf(count);
      for (let i = 0; i < count + 50; i += Math.ceil(count / 100)) {
        const found = await findInStoredList(hashOf(i), storeOf(tree));
        expect(found).toEqual(i < count ? { row: i, amount: BigInt(546 + i) } : undefined);
        expect(found?.row).toBe(tree.find(hashOf(i)));
      }
    },
  );

  it('is read in pieces that do not grow with it', async () => {
    const store = storeOf(treeOf(8_000));
    for (let i = 0; i < 200; i += 1) await findInStoredList(hashOf(i * 80), store);
    expect(store.read.bytes / 200).toBeLessThan(400);
  });

  it('finds nothing by what is not a hash', async () => {
    expect(await findInStoredList(new Uint8Array(32), storeOf(treeOf(3)))).toBeUndefined();
  });

  it('says so where it is none, or not whole', async () => {
    const store = storeOf(treeOf(3));
    await expect(
      findInStoredList(hashOf(1), { ...store, header: () => Promise.resolve(new Uint8Array(64)) }),
    ).rejects.toThrow(RangeError);
    await expect(findInStoredList(hashOf(1), { ...store, entries: () => Promise.resolve([]) })).rejects.toThrow(
      RangeError,
    );
  });
});
