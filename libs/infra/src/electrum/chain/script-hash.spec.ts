import { hexToBin } from '@bitauth/libauth';
import { scriptHashOf } from './transaction-notes.js';

it('is the name the protocol gives a locking bytecode', () => {
  // The example of the Electrum Cash Protocol: the P2PKH of Satoshi's first address.
  const lockingBytecode = hexToBin('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
  expect(scriptHashOf(lockingBytecode)).toBe('8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161');
});
