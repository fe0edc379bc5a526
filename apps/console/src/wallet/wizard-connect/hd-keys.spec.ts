import { deriveHdPrivateNodeFromSeed, deriveHdPublicNode, encodeHdPublicKey } from '@bitauth/libauth';
import type { WcTransaction } from '@weir/client';
import { deriveKeys, inputPathsOf } from './hd-keys.js';

const xpubOf = (byte: number): string => {
  const node = deriveHdPublicNode(deriveHdPrivateNodeFromSeed(new Uint8Array(32).fill(byte)));
  return encodeHdPublicKey({ network: 'testnet', node }).hdPublicKey;
};

const keys = deriveKeys(
  [
    { name: 'change', xpub: xpubOf(2) },
    { name: 'receive', xpub: xpubOf(1) },
  ],
  'bchtest',
);
const keyAt = (path: string, index: number) => {
  const key = keys.find((one) => one.path === path && one.index === index);
  if (key === undefined) throw new Error(`There should be a key ${path}/${index}`);
  return key;
};
const [first, third, change] = [keyAt('receive', 0), keyAt('receive', 2), keyAt('change', 1)];

const tagged = (hex: string): string => `<Uint8Array: 0x${hex}>`;
const VAULT = `aa20${'5c'.repeat(32)}87`;
/** The push of a signature's zeros, then a key's, as a contract's input holds them. */
const placeholder = (key: string): string => `41${'00'.repeat(65)}21${key}`;

const inputOf = (lockingBytecode: string, unlockingBytecode = '', more: object = {}) => ({
  lockingBytecode: tagged(lockingBytecode),
  unlockingBytecode: tagged(unlockingBytecode),
  ...more,
});
const requestOf = (...sourceOutputs: readonly object[]) =>
  ({ sourceOutputs, transaction: '', broadcast: false, userPrompt: '' }) as unknown as WcTransaction;

describe('the key by which a wallet signs an input', () => {
  it('is that of the address of its coin, and none of a coin of somebody else’s', () =>
    expect(
      inputPathsOf(
        requestOf(
          inputOf(change.lockingBytecode),
          inputOf(`76a914${'77'.repeat(20)}88ac`),
          inputOf(third.lockingBytecode),
        ),
        keys,
      ),
    ).toEqual([
      [0, 'change', 1],
      [2, 'receive', 2],
    ]));

  it('is read from plain hex, too', () =>
    expect(inputPathsOf(requestOf({ lockingBytecode: third.lockingBytecode, unlockingBytecode: '' }), keys)).toEqual([
      [0, 'receive', 2],
    ]));

  it('is that of the signer whom the request names, where the contract names others of the wallet’s first', () => {
    const both = [first, third].map(({ publicKeyHash }) => publicKeyHash);
    const request = requestOf(inputOf(VAULT, placeholder(third.publicKey), { contract: { signers: both } }));
    expect(inputPathsOf(request, keys, first.address)).toEqual([[0, 'receive', 0]]);
    expect(inputPathsOf(request, keys, third.address)).toEqual([[0, 'receive', 2]]);
    // Vaults name their signers by either form.
    expect(inputPathsOf(request, keys, third.address.replace(/^bchtest:/, ''))).toEqual([[0, 'receive', 2]]);
  });

  it('is one that the contract names, where the request names none, or one of another wallet', () => {
    const request = requestOf(inputOf(VAULT, placeholder('00'.repeat(33)), { contract: { key: change.publicKey } }));
    expect(inputPathsOf(request, keys)).toEqual([[0, 'change', 1]]);
    const stranger = 'bchtest:qzye03jxam7jxx2a3knknzut65f23f3xqcegcnwm56';
    expect(inputPathsOf(request, keys, stranger)).toEqual([[0, 'change', 1]]);
    expect(inputPathsOf(requestOf(inputOf(VAULT, placeholder('00'.repeat(33)))), keys)).toEqual([[0, 'receive', 0]]);
  });

  it('is none where a contract’s input is complete', () =>
    expect(inputPathsOf(requestOf(inputOf(VAULT, `41${'5a'.repeat(65)}`)), keys, first.address)).toEqual([]));
});
