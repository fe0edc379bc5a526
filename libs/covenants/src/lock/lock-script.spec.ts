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
