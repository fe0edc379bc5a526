import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { MAX_TRANCHES } from '@weir/kinds';
import {
  decodeTranches,
  encodeTranches,
  findTranchesProblem,
  MAX_TRANCHES_TOTAL,
  readShownTranches,
  showTranches,
  type Tranche,
  trancheHashes,
  trancheListHash,
  tranchesTotal,
} from './index.js';

const hexOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes).toString('hex');

const sound: fc.Arbitrary<Tranche[]> = fc
  .array(fc.record({ gap: fc.bigInt(1n, 30_000_000n), amount: fc.bigInt(576n, 10_000_000_000n) }), {
    minLength: 1,
    maxLength: MAX_TRANCHES,
  })
  .map((rows) => {
    let at = 499_999_999n;
    return rows.map(({ gap, amount }) => ({ at: (at += gap), amount }));
  });

/** The list's hash as the state of a contract has it, by Node's own functions and buffers. */
const hashByNode = (tranches: readonly Tranche[]): Buffer => {
  const [first, ...rest] = tranches;
  if (first === undefined) return Buffer.alloc(32);
  const entry = Buffer.alloc(12);
  entry.writeUInt32LE(Number(first.at), 0);
  entry.writeBigUInt64LE(tranchesTotal(rest), 4);
  return createHash('sha256')
    .update(Buffer.concat([entry.subarray(0, 11), hashByNode(rest)]))
    .digest();
};

const list: readonly Tranche[] = [
  { at: 1_800_000_000n, amount: 1_000n },
  { at: 1_900_000_000n, amount: 2_000n },
  { at: 2_000_000_000n, amount: 576n },
];

describe('the hash of a list', () => {
  it('is that of the chain of its tranches', () => {
    fc.assert(
      fc.property(sound, (tranches) => {
        expect(hexOf(trancheListHash(tranches))).toBe(hashByNode(tranches).toString('hex'));
      }),
      { numRuns: 100 },
    );
    expect(trancheHashes(list)).toHaveLength(4);
    expect(trancheHashes(list).at(-1)).toEqual(new Uint8Array(32));
  });

  it('differs where any date or amount differs, and where a tranche is left out', () => {
    // The amount of the first tranche is not in the chain: it is what the contract's coin holds above the rest.
    const hash = hexOf(trancheListHash(list));
    for (const place of [0, 1, 2])
      for (const change of [
        { at: 1n, amount: 0n },
        { at: 0n, amount: 1n },
      ]) {
        const other = list.map(({ at, amount }, index) =>
          index === place ? { at: at + change.at, amount: amount + change.amount } : { at, amount },
        );
        const isHeldByCoin = place === 0 && change.amount > 0n;
        expect(hexOf(trancheListHash(other)) === hash).toBe(isHeldByCoin);
      }
    expect(hexOf(trancheListHash(list.slice(1)))).not.toBe(hash);
  });
});

describe('an announced list', () => {
  it('is read as it was written: 11 bytes a tranche', () => {
    fc.assert(
      fc.property(sound, (tranches) => {
        const bytes = encodeTranches(tranches);
        expect(bytes).toHaveLength(11 * tranches.length);
        expect(decodeTranches(bytes, tranchesTotal(tranches))).toEqual(tranches);
        expect(decodeTranches(bytes, tranchesTotal(tranches) + 1n)?.[0]?.amount).not.toBe(tranches[0]?.amount);
      }),
      { numRuns: 100 },
    );
  });

  it('of any bytes is refused or read, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.bigInt(-1n, MAX_TRANCHES_TOTAL), (bytes, total) => {
        const tranches = decodeTranches(bytes, total);
        if (tranches === undefined || findTranchesProblem(tranches, 1n) !== undefined) return;
        expect(encodeTranches(tranches)).toEqual(bytes);
      }),
      { numRuns: 1_000 },
    );
    expect(decodeTranches(new Uint8Array(), 0n)).toBeUndefined();
    expect(decodeTranches(encodeTranches(list).subarray(0, 22), tranchesTotal(list))).toBeUndefined();
  });
});

describe('tranches that a payment shows', () => {
  it('are read against the hash of the list that is left, for any part of the list', () => {
    fc.assert(
      fc.property(sound, fc.nat(), fc.nat(), (tranches, from, more) => {
        const paid = from % tranches.length;
        const count = 1 + (more % (tranches.length - paid));
        const hashes = trancheHashes(tranches);
        const shown = showTranches(tranches, paid, count);
        expect(shown).toHaveLength(11 * count + 32);
        expect(readShownTranches(shown, hashes[paid] ?? new Uint8Array())).toEqual({
          count,
          at: tranches[paid + count - 1]?.at,
          left: tranchesTotal(tranches.slice(paid + count)),
          remaining: hashes[paid + count],
        });
      }),
      { numRuns: 200 },
    );
  });

  it('are refused where a byte differs, or anything is left out or added', () => {
    const hash = trancheListHash(list);
    const shown = showTranches(list, 0, 2);
    for (let place = 0; place < shown.length; place += 1) {
      const other = shown.slice();
      other[place] = (other[place] ?? 0) ^ 1;
      expect(readShownTranches(other, hash)).toBeUndefined();
    }
    for (let length = 0; length < shown.length; length += 1)
      expect(readShownTranches(shown.subarray(0, length), hash)).toBeUndefined();
    expect(readShownTranches(shown.subarray(11), hash)).toBeUndefined();
    expect(readShownTranches(Uint8Array.of(...shown, 0), hash)).toBeUndefined();
    expect(readShownTranches(shown, hash.subarray(0, 31))).toBeUndefined();
    expect(readShownTranches(shown, trancheListHash(list.slice(1)))).toBeUndefined();
    expect(readShownTranches(new Uint8Array(32), new Uint8Array(32))).toBeUndefined();
  });

  it.each([
    [0, 0],
    [0, 4],
    [3, 1],
    [-1, 1],
  ])('are an error after %s, %s of a list of 3', (paid, count) => {
    expect(() => showTranches(list, paid, count)).toThrow(RangeError);
  });
});

describe('findTranchesProblem', () => {
  const long = (length: number): Tranche[] =>
    Array.from({ length }, (_, place) => ({ at: 1_800_000_000n + BigInt(place), amount: 576n }));

  it.each<[string, readonly Tranche[], string | undefined, number]>([
    ['a sound list', list, undefined, 0],
    ['100 tranches', long(100), undefined, 0],
    ['101 tranches', long(101), 'TOO_MANY_TRANCHES', 0],
    ['no tranche', [], 'NO_TRANCHES', 0],
    ['equal dates', [list[0], list[0]].flatMap((each) => each ?? []), 'DATE_NOT_ASCENDING', 2],
    ['dates that descend', list.toReversed(), 'DATE_NOT_ASCENDING', 2],
    ['a block height', [{ at: 499_999_999n, amount: 576n }], 'DATE_OUT_OF_RANGE', 1],
    ['the first date there is', [{ at: 500_000_000n, amount: 576n }], undefined, 0],
    ['the last date there is', [{ at: 4_294_967_294n, amount: 576n }], undefined, 0],
    ['a date that no block reaches', [{ at: 4_294_967_295n, amount: 576n }], 'DATE_OUT_OF_RANGE', 1],
    ['less than dust', [...list.slice(0, 2), { at: 2_000_000_000n, amount: 575n }], 'AMOUNT_TOO_SMALL', 3],
    ['a negative amount', [{ at: 1_800_000_000n, amount: -1n }], 'AMOUNT_TOO_SMALL', 1],
    ['the largest total', [{ at: 1_800_000_000n, amount: MAX_TRANCHES_TOTAL }], undefined, 0],
    ['a larger total', [{ at: 1_800_000_000n, amount: MAX_TRANCHES_TOTAL + 1n }], 'TOTAL_OUT_OF_RANGE', 0],
  ])('of %s', (_, tranches, code, tranche) => {
    expect(findTranchesProblem(tranches, 576n)).toEqual(code === undefined ? undefined : { code, tranche });
  });

  it('refuses 0 units where the smallest payment is 0', () => {
    expect(findTranchesProblem([{ at: 1_800_000_000n, amount: 0n }], 0n)?.code).toBe('AMOUNT_TOO_SMALL');
  });
});
