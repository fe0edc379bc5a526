import { hash160, hexToBin, binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, movedKey, partyAddress } from '@weir/covenants';
import { recipientHashOf } from '../src/index.js';

const KEY = lockingBytecodeOf(hexToBin('0b'.repeat(20)));
const hashOf = (lock: Uint8Array): string => binToHex(hash160(lock));

describe('recipientHashOf', () => {
  it('hashes the locking bytecode of an address, with or without its prefix', () => {
    const address = partyAddress(KEY, 'devnet') ?? '';
    expect(recipientHashOf(address, 'devnet')).toBe(hashOf(KEY));
    expect(recipientHashOf(address.slice(address.indexOf(':') + 1), 'devnet')).toBe(hashOf(KEY));
  });

  it.each(['51', `21${'02'.repeat(33)}ac`])(
    'hashes a script without an address, which a recipient moved to: %s',
    (script) => {
      const moved = hexToBin(script);
      expect(recipientHashOf(movedKey(moved), 'devnet')).toBe(hashOf(moved));
    },
  );

  it.each(['script:', 'script:5', 'script:5G', 'script:5151 ', 'Script:51', '51', ''])(
    'refuses other text: "%s"',
    (text) => {
      expect(() => recipientHashOf(text, 'devnet')).toThrow('is not an address of devnet');
    },
  );

  it('refuses an address of another network', () => {
    expect(() => recipientHashOf(partyAddress(KEY, 'mainnet') ?? '', 'devnet')).toThrow('is not an address');
  });
});
