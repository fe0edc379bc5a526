import { keyOf } from '../../../test/support/keys.js';
import { payment } from '../../../test/support/payment.js';
import { recordedFrom } from '../../../test/support/recorded.js';
import { displayHash } from '../merkle.js';
import { doubleSpendProof } from './double-spend-proof.js';

const recorded = recordedFrom('notifications');

const key = keyOf('electrum-a');
const coin = { txid: 'ab'.repeat(32), vout: 1, key, satoshis: 10_000n };
const pay = (satoshis: bigint) => payment([coin], [{ lockingBytecode: key.lockingBytecode, satoshis }]);
const proofOf = (first: { hex: string; txid: string }, second: { hex: string }) =>
  doubleSpendProof(first.hex, second.hex, coin, first.txid);

/** Offsets of the two spenders in a proof of P2PKH spends with Schnorr signatures. */
const spenderLength = 175;
const outputsHashes = (hex: string): string[] =>
  [0, 1].map((each) => hex.slice(2 * (36 + each * spenderLength + 76), 2 * (36 + each * spenderLength + 108)));
const signatures = (hex: string): string[] =>
  [0, 1].map((each) => hex.slice(2 * (36 + each * spenderLength + 110), 2 * (36 + (each + 1) * spenderLength)));
const asNumber = (hash = '') => BigInt(`0x${Buffer.from(hash, 'hex').reverse().toString('hex')}`);

describe('doubleSpendProof', () => {
  const [one, two] = [pay(9000n), pay(8000n)];

  it('has the form of the recorded one', () => {
    expect(proofOf(one, two)?.hex).toHaveLength(recorded.proof.hex.length);
    expect(displayHash(recorded.proof.hex)).toBe(recorded.proof.dspid);
    expect(proofOf(one, two)?.dspid).toBe(displayHash(proofOf(one, two)?.hex ?? ''));
    const [a, b] = outputsHashes(recorded.proof.hex);
    expect(asNumber(a)).toBeLessThan(asNumber(b));
  });

  it('holds both signatures, in one order whichever came first', () => {
    const proof = proofOf(one, two);
    const swapped = proofOf(two, one);
    expect(swapped?.hex).toBe(proof?.hex);
    const [a, b] = outputsHashes(proof?.hex ?? '');
    expect(asNumber(a)).toBeLessThan(asNumber(b));
    for (const { hex } of [one, two]) {
      expect(signatures(proof?.hex ?? '').filter((signature) => hex.includes(signature))).toHaveLength(1);
    }
    expect(proof?.outpoint).toMatchObject({ txid: coin.txid, vout: 1 });
  });

  it('is made of signed spends only', () => {
    const bare = { hex: one.hex.replace(/41[0-9a-f]{128}4121[0-9a-f]{66}/, ''), txid: one.txid };
    expect(proofOf(bare, two)).toBeUndefined();
    expect(doubleSpendProof(one.hex, two.hex, { txid: coin.txid, vout: 0 }, one.txid)).toBeUndefined();
  });
});
