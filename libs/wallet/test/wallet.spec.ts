import { binToHex, decodeCashAddress, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { SignedMessage } from 'mainnet-js';
import { createWallet } from '../src/index.js';
import { messageHash } from '../src/wallet.js';

const seed = 'vector-key-1';
const privateKey = sha256.hash(utf8ToBin(seed));
const wallet = createWallet({ privateKey: seed });

it('has the same key by seed and by bytes', () => {
  expect(createWallet({ privateKey }).address).toBe(wallet.address);
  expect(wallet.publicKey).toEqual(secp256k1.derivePublicKeyCompressed(privateKey));
  expect(wallet.publicKeyHex).toBe(binToHex(wallet.publicKey));
});

it('has one key hash in both forms of its address, on the network asked for', () => {
  expect(decodeCashAddress(wallet.address)).toMatchObject({
    prefix: 'bchtest',
    type: 'p2pkh',
    payload: wallet.publicKeyHash,
  });
  expect(decodeCashAddress(wallet.tokenAddress)).toMatchObject({
    type: 'p2pkhWithTokens',
    payload: wallet.publicKeyHash,
  });
  expect(createWallet({ privateKey, prefix: 'bchreg' }).address).toMatch(/^bchreg:q/);
});

it('does not take bytes that are not a private key', () => {
  expect(() => createWallet({ privateKey: new Uint8Array(32) })).toThrow('private key');
});

it('has as many addresses as asked for, the same each time', async () => {
  const [one, twenty] = [1, 20].map((addresses) => createWallet({ privateKey: seed, addresses }));
  const addresses = (await twenty?.getAddresses()) ?? [];
  expect(new Set(addresses).size).toBe(20);
  expect(addresses[0]).toBe(one?.address);
  expect(await createWallet({ privateKey: seed, addresses: 20 }).getAddresses()).toEqual(addresses);
});

describe('signMessage', () => {
  const texts = ['', 'a', 'Sign in to weir.example', 'ünïcödé ✓', 'x'.repeat(253)];

  it.each(texts)('recovers to the wallet’s key: %j', (text) => {
    const signature = Buffer.from(wallet.signMessage(text), 'base64');
    expect(signature).toHaveLength(65);
    const recoveryId = ([0, 1, 2, 3] as const).find((id) => id === (signature[0] ?? 0) - 31);
    expect(recoveryId).toBeDefined();
    const key = secp256k1.recoverPublicKeyCompressed(signature.subarray(1), recoveryId ?? 0, messageHash(text));
    expect(key).toEqual(wallet.publicKey);
  });

  it.each(texts.slice(0, 4))('agrees with mainnet-js: %j', (text) => {
    expect(wallet.signMessage(text)).toBe(SignedMessage.sign(text, privateKey).signature);
  });
});
