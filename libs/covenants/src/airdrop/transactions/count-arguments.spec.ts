import { binToHex, encodeDataPush, flattenBinArray, bigIntToVmNumber } from '@bitauth/libauth';
import fc from 'fast-check';
import type { CountClaimProof } from '../airdrop-proof.js';
import { countArguments } from './claim-public.js';

const hash = new Uint8Array(20).fill(9);

/** The pushes before those of signature and key, and the placeholders of these, as wallets read them. */
const pushedText = (claimed: number, [map, proof]: readonly [bigint, Uint8Array]): string => {
  const before = [proof, bigIntToVmNumber(map), bigIntToVmNumber(BigInt(claimed))].map((item) => encodeDataPush(item));
  return binToHex(flattenBinArray(before));
};

const KEY = `21${'00'.repeat(33)}`;
const SIGNATURE = `41${'00'.repeat(65)}`;

/** Siblings, most of which are empty; many end as the push of a placeholder begins. */
const proofs: fc.Arbitrary<CountClaimProof> = fc.record({
  hash: fc.constant(hash),
  claimed: fc.constantFrom(0, 1, 33, 65, 300),
  siblings: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(new Uint8Array()) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom(0x21, 0x41, 0x00))
          .map(([node, end]) => Uint8Array.of(...node.slice(0, 31), end)),
      },
    ),
    { minLength: 64, maxLength: 64 },
  ),
});

describe('countArguments', () => {
  it('never makes anything look like the place of a key or signature', () => {
    fc.assert(
      fc.property(proofs, (proof) => {
        const text = `${pushedText(proof.claimed, countArguments(proof))}${SIGNATURE}${KEY}`;
        expect(text.indexOf(SIGNATURE)).toBe(text.length - KEY.length - SIGNATURE.length);
        expect(text.indexOf(KEY)).toBe(text.length - KEY.length);
      }),
      { numRuns: 500 },
    );
  });

  it('says which siblings are given, the leaf’s in the lowest bit and last', () => {
    const node = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
    const siblings = Array.from({ length: 64 }, (_, level) =>
      level === 0 || level === 5 ? node(level + 1) : new Uint8Array(),
    );
    expect(countArguments({ hash, claimed: 0, siblings })).toEqual([
      0b10_0001n,
      flattenBinArray([new Uint8Array(320), node(6), node(1)]),
    ]);
  });

  it('puts no zeros before twelve siblings and more', () => {
    const siblings = Array.from({ length: 64 }, (_, level) =>
      level < 13 ? new Uint8Array(32).fill(level + 1) : new Uint8Array(),
    );
    expect(countArguments({ hash, claimed: 0, siblings })[1]).toHaveLength(13 * 32);
  });
});
