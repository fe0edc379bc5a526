import { encodeDataPush } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../chain/address.js';
import { createLockContract } from './lock-contract.js';
import { readLockScript } from './lock-script.js';
import type { LockTerms } from './lock-terms.js';

const party = (byte: number): Uint8Array => lockingBytecodeOf(new Uint8Array(20).fill(byte));
const terms = (asset: LockTerms['asset'], steps: bigint, step: bigint): LockTerms => ({
  asset,
  total: 5_000_000n,
  recipient: party(7),
  start: 1_700_000_000n,
  cliff: 1_700_000_000n + step * steps,
  step,
  steps,
});

describe("a lock's script", () => {
  it.each([
    ['BCH', 1n, 1n],
    ['BCH', 17n, 86_400n],
    ['FUNGIBLE_TOKEN', 16n, 1n],
    ['FUNGIBLE_TOKEN', 400_000_000n, 1n],
  ] as const)('contains its terms: %s, %s steps of %s seconds', (asset, steps, step) => {
    const lock = terms(asset, steps, step);
    const { redeemScript } = createLockContract(lock, 'chipnet');
    expect(readLockScript(encodeDataPush(redeemScript), [party(1), party(7)])).toEqual(lock);
  });

  it.each([
    ['BCH', 1_008, undefined],
    ['BCH', 144, 9],
    ['FUNGIBLE_TOKEN', 65_535, 9],
  ] as const)('contains those of one that can move: %s, %s blocks, to %s', (asset, delay, to) => {
    const movesTo = to === undefined ? {} : { movesTo: party(to) };
    const lock = { ...terms(asset, 12n, 86_400n), delay, ...movesTo };
    const unlocking = encodeDataPush(createLockContract(lock, 'chipnet').redeemScript);
    const delays = [1_008, 144, 65_535];
    expect(readLockScript(unlocking, [party(9), party(7)], { delays })).toEqual(lock);
    // A delay that nobody knows cannot be read.
    expect(readLockScript(unlocking, [party(9), party(7)], { delays: [145] })).toBeUndefined();
    // Nobody is known whom a pending move names.
    if (to !== undefined) expect(readLockScript(unlocking, [party(7)], { delays })).toBeUndefined();
    expect(readLockScript(unlocking, [party(9)], { delays })).toBeUndefined();
  });

  it('does not belong to one that can move where a byte differs, or the delay is out of its range', () => {
    const { redeemScript } = createLockContract({ ...terms('BCH', 12n, 86_400n), delay: 1_008 }, 'chipnet');
    for (const at of [0, 21, 31, 50, redeemScript.length - 1]) {
      const changed = redeemScript.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(readLockScript(encodeDataPush(changed), [party(7)])).toBeUndefined();
    }
    const short = createLockContract({ ...terms('BCH', 12n, 86_400n), delay: 5 }, 'devnet');
    const read = (isLocal: boolean) =>
      readLockScript(encodeDataPush(short.redeemScript), [party(7)], { delays: [5], isLocal });
    expect([read(false), read(true)?.delay]).toEqual([undefined, 5]);
  });

  it('does not belong to a lock where a byte differs, or none of the parties is its recipient', () => {
    const { redeemScript } = createLockContract(terms('BCH', 12n, 2_592_000n), 'chipnet');
    const read = (script: Uint8Array, other = 7) => readLockScript(encodeDataPush(script), [party(other)]);
    expect(read(redeemScript, 8)).toBeUndefined();
    expect(readLockScript(redeemScript, [party(7)])).toBeUndefined();
    for (const each of [
      Uint8Array.of(...redeemScript, 0x51),
      redeemScript.map((byte, at) => (at === redeemScript.length - 1 ? byte ^ 1 : byte)),
      redeemScript.slice(1),
      redeemScript.slice(0, 60),
      new Uint8Array(),
    ])
      expect(read(each)).toBeUndefined();
  });
});
