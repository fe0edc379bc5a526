import { binToHex, hash256, hexToBin } from '@bitauth/libauth';
import { createWallet } from '../src/index.js';
import { coin, encodings, ofWallet, request } from './support/request.js';
import { unlockingOf, verify } from './support/verify.js';

const alice = createWallet({ privateKey: 'alice' });
const bob = createWallet({ privateKey: 'bob' });
const category = 'ca'.repeat(32);
const nft = { capability: 'mutable', commitment: 'c0ffee' } as const;

const payment = request(
  [
    ofWallet(alice, coin(1, 10_000n)),
    ofWallet(alice, coin(2, 1_500n, { category, amount: 9_007_199_254_740_993n, nft })),
  ],
  [
    { to: bob.address, amount: 9_000n },
    { to: bob.tokenAddress, amount: 1_000n, token: { category, amount: 9_007_199_254_740_993n, nft } },
  ],
);

describe('own coins', () => {
  it.each(encodings(payment))('are signed, tokens included: %s', async (_, encoded) => {
    const signed = await alice.signTransaction(encoded);
    expect(verify(signed, payment.sourceOutputs)).toBe(true);
    expect(signed.signedTransactionHash).toBe(binToHex(hash256(hexToBin(signed.signedTransaction)).reverse()));
  });

  it('are found by outpoint, in any order of the source outputs', async () => {
    const signed = await alice.signTransaction({ ...payment, sourceOutputs: payment.sourceOutputs.toReversed() });
    expect(verify(signed, payment.sourceOutputs)).toBe(true);
  });

  it('are signed with Schnorr over ALL|UTXOS|FORKID', async () => {
    const unlocking = unlockingOf(await alice.signTransaction(payment), 0);
    expect(unlocking).toMatch(new RegExp(`^41[0-9a-f]{128}61` + `21${binToHex(alice.publicKey)}$`));
  });

  it('are only valid for the source outputs that were shown', async () => {
    const sourceOutputs = payment.sourceOutputs.map((source) => ({
      ...source,
      valueSatoshis: source.valueSatoshis + 1n,
    }));
    const signed = await alice.signTransaction({ ...payment, sourceOutputs });
    expect(verify(signed, sourceOutputs)).toBe(true);
    expect(verify(signed, payment.sourceOutputs)).not.toBe(true);
  });
});

describe('what is not the wallet’s', () => {
  const shared = request(
    [ofWallet(alice, coin(1, 5_000n)), ofWallet(bob, coin(2, 5_000n))],
    [{ to: bob.address, amount: 9_000n }],
  );

  it('stays as it is, and each signer adds their part', async () => {
    const first = await alice.signTransaction(shared);
    expect(unlockingOf(first, 1)).toBe('');
    const sourceOutputs = shared.sourceOutputs.map((source) => ({ ...source, unlockingBytecode: undefined }));
    const second = await bob.signTransaction({ transaction: first.signedTransaction, sourceOutputs, broadcast: false });
    expect(unlockingOf(second, 0)).toBe(unlockingOf(first, 0));
    expect(verify(second, shared.sourceOutputs)).toBe(true);
  });
});

describe('source outputs that do not fit the transaction', () => {
  const [first, second] = payment.sourceOutputs;
  const cases: [string, unknown[]][] = [
    ['another outpoint hash', [{ ...first, outpointTransactionHash: new Uint8Array(32).fill(9) }, second]],
    ['another outpoint index', [{ ...first, outpointIndex: 99 }, second]],
    ['one missing', [first]],
    ['one too many', [first, second, { ...second, outpointIndex: 99 }]],
    ['one twice', [first, first]],
    ['another sequence number', [{ ...first, sequenceNumber: 7 }, second]],
    ['another unlocking bytecode', [{ ...first, unlockingBytecode: Uint8Array.of(0x51) }, second]],
  ];
  it.each(cases)('are refused: %s', async (_, sourceOutputs) => {
    await expect(alice.signTransaction({ ...payment, sourceOutputs })).rejects.toMatchObject({
      code: 'SOURCE_OUTPUT_MISMATCH',
    });
  });
});

describe('requests that cannot be read', () => {
  const source = payment.sourceOutputs[0];
  const cases: [string, unknown][] = [
    ['wcTransaction', undefined],
    ['wcTransaction', 'no JSON'],
    ['wcTransaction', '[1]'],
    ['wcTransaction.transaction', { ...payment, transaction: 'zz' }],
    ['wcTransaction.transaction', { ...payment, transaction: '00' }],
    ['wcTransaction.transaction.version', { ...payment, transaction: { ...payment.transaction, version: -1 } }],
    ['wcTransaction.sourceOutputs', { ...payment, sourceOutputs: undefined }],
    [
      'wcTransaction.sourceOutputs[0].valueSatoshis',
      { ...payment, sourceOutputs: [{ ...source, valueSatoshis: '<bigint: -1n>' }] },
    ],
    [
      'wcTransaction.sourceOutputs[0].lockingBytecode',
      { ...payment, sourceOutputs: [{ ...source, lockingBytecode: '<Uint8Array: 0xabc>' }] },
    ],
    [
      'wcTransaction.sourceOutputs[0].token.nft.capability',
      {
        ...payment,
        sourceOutputs: [{ ...source, token: { amount: 1n, category, nft: { capability: 'x', commitment: '' } } }],
      },
    ],
    ['wcTransaction.broadcast', { ...payment, broadcast: 'no' }],
    ['wcTransaction.userPrompt', { ...payment, userPrompt: 5 }],
  ];
  it.each(cases)('are refused by place: %s', async (place, malformed) => {
    const refusal = expect(alice.signTransaction(malformed)).rejects;
    await refusal.toMatchObject({
      code: 'MALFORMED_REQUEST',
      message: expect.stringContaining(`${place}: expected`) as string,
    });
  });
});

describe('broadcast and prompt', () => {
  const asked = { ...payment, broadcast: true, userPrompt: 'Claim 0.1 BCH' };

  it('refuses to broadcast without a way to the network', async () => {
    await expect(alice.signTransaction(asked)).rejects.toMatchObject({ code: 'NO_BROADCASTER' });
    await expect(alice.signTransaction({ ...asked, broadcast: undefined })).rejects.toMatchObject({
      code: 'NO_BROADCASTER',
    });
  });

  it('shows the prompt and sends what it signed', async () => {
    const events: string[] = [];
    const wallet = createWallet({
      privateKey: 'alice',
      showPrompt: (line) => events.push(line),
      broadcast: (hex) => Promise.resolve(events.push(hex)),
    });
    const { signedTransaction } = await wallet.signTransaction(asked);
    expect(events).toEqual([asked.userPrompt, signedTransaction]);
    await wallet.signTransaction({ ...asked, broadcast: false });
    expect(events).toHaveLength(3);
  });

  it('passes on that the network refused', async () => {
    const wallet = createWallet({ privateKey: 'alice', broadcast: () => Promise.reject(new Error('dust (code 64)')) });
    await expect(wallet.signTransaction(asked)).rejects.toThrow('dust (code 64)');
  });
});
