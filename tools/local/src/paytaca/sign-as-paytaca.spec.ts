import {
  binToHex,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  encodeTransaction,
  hash256,
  hexToBin,
} from '@bitauth/libauth';
import { createWallet } from '@weir/wallet';
import { signAsPaytaca } from './sign-as-paytaca.js';

const wallet = createWallet({ privateKey: 'paytaca' });
/** A script that takes a key and a signature: OP_CHECKSIG. */
const SCRIPT = 'ac';
const OTHER_SCRIPT = 'ad';
const p2sh32 = (script: string): string => binToHex(encodeLockingBytecodeP2sh32(hash256(hexToBin(script))));
const tagged = (hex: string): string => `<Uint8Array: 0x${hex}>`;
const push = (hex: string): string => binToHex(encodeDataPush(hexToBin(hex)));
/** Placeholders of a signature and a key, then a script. */
const unlocking = (script: string): string => push('00'.repeat(65)) + push('00'.repeat(33)) + push(script);

interface Spent {
  readonly locking: string;
  readonly unlocked: string;
  readonly redeemScript?: string;
}

/** Has the extension sign what spends a contract's output. */
const spend = ({ locking, unlocked, redeemScript = SCRIPT }: Spent) => {
  const input = { outpointIndex: 0, outpointTransactionHash: new Uint8Array(32).fill(1), sequenceNumber: 0 };
  const source = {
    outpointIndex: 0,
    outpointTransactionHash: tagged('01'.repeat(32)),
    sequenceNumber: 0,
    valueSatoshis: '<bigint: 2000n>',
    lockingBytecode: tagged(locking),
    unlockingBytecode: tagged(unlocked),
    contract: {
      redeemScript: tagged(redeemScript),
      artifact: { contractName: 'Weir' },
      abiFunction: { name: 'spend', inputs: [] },
    },
  };
  const inputs = [{ ...input, unlockingBytecode: hexToBin(unlocked) }];
  const outputs = [{ valueSatoshis: 1_000n, lockingBytecode: hexToBin(`76a914${'00'.repeat(20)}88ac`) }];
  const transaction = binToHex(encodeTransaction({ version: 2, locktime: 0, inputs, outputs }));
  return signAsPaytaca(wallet, { transaction, sourceOutputs: [source], broadcast: false });
};

describe('Paytaca’s extension, of a contract’s input', () => {
  it('signs with the script that is pushed last', async () => {
    const { signedTransaction } = await spend({ locking: p2sh32(SCRIPT), unlocked: unlocking(SCRIPT) });
    expect(signedTransaction).toContain(push(binToHex(wallet.publicKey)) + push(SCRIPT));
    expect(signedTransaction).not.toContain('00'.repeat(65));
  });

  it.each([
    [
      'is locked otherwise than by a script’s hash',
      { locking: `76a914${'00'.repeat(20)}88ac` },
      'is not valid P2SH/P2SH32',
    ],
    ['is locked by another script', { locking: p2sh32(OTHER_SCRIPT) }, 'Redeem script does not match P2SH32'],
    ['pushes another script last', { unlocked: unlocking(OTHER_SCRIPT) }, 'Redeem script does not match P2SH32'],
    ['has no script', { unlocked: '', redeemScript: '' }, 'please include contract redeemScript'],
  ])('refuses one that %s', (_, lie, words) => {
    expect(() => spend({ locking: p2sh32(SCRIPT), unlocked: unlocking(SCRIPT), ...lie })).toThrow(words);
  });
});
