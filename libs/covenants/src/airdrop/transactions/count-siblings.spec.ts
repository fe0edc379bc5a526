import { binToHex, hexToBin } from '@bitauth/libauth';
import { countRoots, type CountClaimProof } from '../airdrop-proof.js';
import { countSiblings } from './claim-public.js';

const nonce = new Uint8Array(16).fill(7);
const hash = new Uint8Array(20).fill(9);

/** Siblings that are not empty, by level; each ends as said. */
const proofOf = (claimed: number, known: Readonly<Record<number, string>>): CountClaimProof => ({
  hash,
  claimed,
  siblings: Array.from({ length: 64 }, (_, level) =>
    hexToBin((known[level] ?? '').padStart(known[level] === undefined ? 0 : 64, 'ab')),
  ),
});

/** The pushes before those of signature and key, as wallets read them. */
const pushedText = ({ claimed }: CountClaimProof, siblings: readonly Uint8Array[]): string =>
  [...siblings]
    .reverse()
    .map((sibling) => (sibling.length === 0 ? '00' : `20${binToHex(sibling)}`))
    .join('') + (claimed === 0 ? '00' : '51');

const misleads = (text: string): boolean =>
  text.includes(`21${'00'.repeat(33)}`) || text.includes(`41${'00'.repeat(65)}`);

describe('siblings of a public claim', () => {
  it.each<readonly [string, CountClaimProof]>([
    ['a byte 21 before 33 empty ones', proofOf(1, { 33: '21' })],
    ['a byte 21 before 32 empty ones and a count of none', proofOf(0, { 32: '21' })],
    ['a byte 21 high up', proofOf(0, { 63: '21' })],
    ['half a byte later', proofOf(1, { 40: '0210' })],
    ['zeros that belong to the sibling', proofOf(1, { 31: '210000' })],
    ['the place of a signature', proofOf(0, { 63: '4100' })],
    ['two of them', proofOf(0, { 63: '210000', 31: '210000' })],
  ])('never look like the place of a key or signature: %s', (_, proof) => {
    const written = countSiblings(proof);
    expect(misleads(pushedText(proof, proof.siblings))).toBe(true);
    expect(misleads(pushedText(proof, written))).toBe(false);
    expect(countRoots(nonce, { ...proof, siblings: written })).toEqual(countRoots(nonce, proof));
  });

  it.each<readonly [string, CountClaimProof]>([
    ['none known', proofOf(0, {})],
    ['a byte 21 before too few empty ones', proofOf(1, { 32: '21' })],
    ['another ending', proofOf(0, { 63: '22' })],
    ['a known one behind it', proofOf(0, { 40: '21', 20: '33' })],
  ])('stay as they are where they do not: %s', (_, proof) => {
    expect(countSiblings(proof)).toEqual(proof.siblings);
  });
});
