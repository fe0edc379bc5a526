import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import { createWallet, type Wallet } from '@weir/wallet';
import { type PaytacaRequest, signAsPaytaca } from './paytaca/sign-as-paytaca.js';
import { rosterRequest } from './roster-request.js';

const wallet = createWallet({ privateKey: 'a signer of a roster' });
const { request, isSigned } = rosterRequest(wallet.publicKeyHash);

it('A request of a roster spends and makes a commitment of 90 bytes', () => {
  const transaction = decodeTransaction(hexToBin(request.transaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  expect(transaction.outputs[0]?.token?.nft?.commitment).toHaveLength(90);
  expect(JSON.stringify(request.sourceOutputs[0])).toMatch(/"commitment":"<Uint8Array: 0x[0-9a-f]{180}>"/u);
});

describe.each<readonly [string, (signer: Wallet) => Promise<{ readonly signedTransaction: string }>]>([
  ['the wallet of a key', (signer) => signer.signTransaction(request)],
  ['Paytaca’s extension', (signer) => signAsPaytaca(signer, JSON.parse(JSON.stringify(request)) as PaytacaRequest)],
])('%s', (_, sign) => {
  it('signs for a roster, whose commitment has 90 bytes', async () => {
    const { signedTransaction } = await sign(wallet);
    expect(isSigned(signedTransaction)).toBe(true);
  });

  it('does not sign for it with the key of somebody else', async () => {
    const { signedTransaction } = await sign(createWallet({ privateKey: 'a stranger to a roster' }));
    expect(isSigned(signedTransaction)).toBe(false);
  });
});
