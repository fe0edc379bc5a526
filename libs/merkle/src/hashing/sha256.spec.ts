import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { pairHasher, sha256Pair, sha256Short, shortHasher, takeDigest } from './sha256.js';

const reference = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('SHA-256 in four lanes', () => {
  it.each(Array.from({ length: 56 }, (_, length) => length))('agrees with the platform on %i bytes', (length) => {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);
    expect(sha256Short(message)).toEqual(reference(message));
  });

  it('refuses what does not fit a block', () => {
    expect(() => sha256Short(new Uint8Array(56))).toThrow(RangeError);
  });

  it('hashes pairs as the platform does', () => {
    fc.assert(
      fc.property(digest, digest, (left, right) => {
        expect(sha256Pair(left, right)).toEqual(reference(left, right));
      }),
      RUNS(50),
    );
  });

  it('does not mix the lanes', () => {
    fc.assert(
      fc.property(
        fc.array(digest, { minLength: 8, maxLength: 8 }),
        fc.array(fc.uint8Array({ maxLength: 55 }), { minLength: 4, maxLength: 4 }),
        (nodes, messages) => {
          const words = new Uint32Array(64);
          const bytes = new Uint8Array(words.buffer);
          for (const [i, node] of nodes.entries()) bytes.set(node, i * 32);
          for (let i = 0; i < 8; i += 1) pairHasher.put(i >> 1, i & 1, words, i * 8);
          pairHasher.hash();
          const out = new Uint32Array(8);
          for (let lane = 0; lane < 4; lane += 1) {
            takeDigest(lane, out, 0);
            expect(new Uint8Array(out.buffer)).toEqual(reference(bytes.slice(lane * 64, lane * 64 + 64)));
          }

          for (const [lane, message] of messages.entries()) shortHasher.put(lane, message, 0, message.length);
          shortHasher.hash();
          for (let lane = 0; lane < 4; lane += 1) shortHasher.putDigest(lane);
          shortHasher.hash();
          for (const [lane, message] of messages.entries()) {
            takeDigest(lane, out, 0);
            expect(new Uint8Array(out.buffer)).toEqual(reference(reference(message)));
          }
        },
      ),
      RUNS(25),
    );
  });
});
