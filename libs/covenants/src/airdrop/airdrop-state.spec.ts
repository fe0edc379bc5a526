import { binToHex, utf8ToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { MerkleTree, SPENT_MARKER } from '@weir/merkle';
import { airdropClosingMessage, createAirdropNonce, isAirdropNonce } from './airdrop-parameters.js';
import { decodeAirdropState, emptyAirdropRoot, encodeAirdropState, INITIAL_COUNT_ROOT } from './airdrop-state.js';

const roots = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => binToHex(bytes));

describe('the state of a lane', () => {
  it('is the bytes that the covenant reads', () => {
    expect(encodeAirdropState({ root: 'cd'.repeat(32), lane: 0x0102, claims: 0x0102030405 })).toBe(
      `${'cd'.repeat(32)}0102010504030201`,
    );
  });

  it('reads as it was written', () => {
    fc.assert(
      fc.property(
        roots,
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 0, max: 2 ** 39 }),
        (root, lane, claims) => {
          expect(decodeAirdropState(encodeAirdropState({ root, lane, claims }))).toEqual({ root, lane, claims });
        },
      ),
    );
  });

  it('has 40 bytes of version 1', () => {
    const state = encodeAirdropState({ root: '00'.repeat(32), lane: 1, claims: 1 });
    expect(decodeAirdropState(state.slice(2))).toBeUndefined();
    expect(decodeAirdropState(`${state}00`)).toBeUndefined();
    expect(decodeAirdropState(`${'00'.repeat(32)}02${state.slice(66)}`)).toBeUndefined();
  });

  it('starts a tree of counts as one of nothing but markers', () => {
    for (const depth of [0, 1, 6])
      expect(emptyAirdropRoot(depth)).toBe(
        binToHex(MerkleTree.of(Array.from({ length: 2 ** depth }, () => SPENT_MARKER)).root),
      );
    expect(INITIAL_COUNT_ROOT).toBe(emptyAirdropRoot(64));
  });
});

describe('the nonce of a campaign', () => {
  it('is printable, no matter what it is made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (entropy) =>
        expect(isAirdropNonce(createAirdropNonce(entropy))).toBe(true),
      ),
    );
    expect(() => createAirdropNonce(new Uint8Array(16))).toThrow(RangeError);
  });

  it('is in the message that closes it', () => {
    expect(airdropClosingMessage(utf8ToBin('abcDEF0123-_xyz9'))).toBe('Close Weir airdrop abcDEF0123-_xyz9');
  });
});
