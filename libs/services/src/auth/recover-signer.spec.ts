import {
  base58AddressToLockingBytecode,
  binToBase64,
  binToHex,
  flattenBinArray,
  hash160,
  hash256,
  secp256k1,
  sha256,
  utf8ToBin,
} from '@bitauth/libauth';
import { SignedMessage } from 'mainnet-js';
import { lockingBytecodeOf } from '@weir/covenants';
import { recoverSigner, SIGNATURE_VARIANTS, variantOf } from './recover-signer.js';

const privateKey = sha256.hash(utf8ToBin('signer'));

const derive = (key: Uint8Array | string): Uint8Array => {
  if (typeof key === 'string') throw new Error(key);
  return key;
};
const compressed = hash160(derive(secp256k1.derivePublicKeyCompressed(privateKey)));
const uncompressed = hash160(derive(secp256k1.derivePublicKeyUncompressed(privateKey)));

/** Signs by libauth's primitives alone, with the length as the protocol writes it and any first byte. */
const signByHand = (message: string, firstHeader: number): string => {
  const text = utf8ToBin(message);
  const length =
    text.length < 253 ? Uint8Array.of(text.length) : Uint8Array.of(253, text.length & 255, text.length >> 8);
  const signed = secp256k1.signMessageHashRecoverableCompact(
    privateKey,
    hash256(flattenBinArray([utf8ToBin('\u0018Bitcoin Signed Message:\n'), length, text])),
  );
  if (typeof signed === 'string') throw new Error(signed);
  return binToBase64(Uint8Array.of(firstHeader + signed.recoveryId, ...signed.signature));
};

const recovered = { ok: true, hash: compressed, variant: 'p2pkh-compressed' };
const refused = (problem: RegExp) => ({ ok: false, problem: expect.stringMatching(problem) as unknown });

/** What other programs made and published. */
const PUBLISHED = [
  [
    'Electrum',
    'SomeMsg',
    '13bq7o1ybfnG83wSfyinuWvLrVMjVLJxNx',
    'IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE=',
  ],
  [
    'a tool in Go',
    'ECDSA is the most fun I have ever experienced',
    '16wrm6zJek6REbxbJSLsBHehn3Lj1vo57t',
    'H3x5bM2MpXK9MyLLbIGWQjZQNTP6lfuIjmPqMrU7YZ5CCm5bS9L+zCtrfIOJaloDb0mf9QBSEDIs4UCd/jou1VI=',
  ],
] as const;

describe('recoverSigner', () => {
  it.each(PUBLISHED)('agrees with %s', (_, message, address, signature) => {
    const signer = recoverSigner(message, signature);
    const locking = base58AddressToLockingBytecode(address);
    if (typeof locking === 'string' || !signer.ok) throw new Error('not recovered');
    expect(binToHex(lockingBytecodeOf(signer.hash))).toBe(binToHex(locking.bytecode));
  });

  it.each([
    '',
    'a',
    'Sign in to weir.example\nExpires: 2026-01-01T00:00:00Z',
    'ünïcödé ✓',
    'x'.repeat(252),
    'x'.repeat(253),
    'x'.repeat(65_535),
  ])('agrees with mainnet-js and libauth: %#', (message) => {
    expect(recoverSigner(message, SignedMessage.sign(message, privateKey).signature)).toEqual(recovered);
    expect(recoverSigner(message, signByHand(message, 31))).toEqual(recovered);
  });

  it('takes all four recovery ids of the accepted kind for what they are', () => {
    const { signature, details } = SignedMessage.sign('m', privateKey);
    const numbers = Buffer.from(signature, 'base64').subarray(1);
    const hashes = [0, 1, 2, 3].map((id) => recoverSigner('m', binToBase64(Uint8Array.of(31 + id, ...numbers))));
    expect(hashes.map((signer) => signer.ok && binToHex(signer.hash) === binToHex(compressed))).toEqual(
      [0, 1, 2, 3].map((id) => id === details?.recoveryId),
    );
  });

  it('refuses uncompressed keys, whose addresses are others', () => {
    expect(binToHex(uncompressed)).not.toBe(binToHex(compressed));
    expect(recoverSigner('m', signByHand('m', 27))).toEqual(refused(/uncompressed key/));
  });

  it('refuses SegWit kinds, of bitcoinjs-message too', () => {
    const published = 'I2ehXowFWMZohHrJN+1IRdDwqN/UILqVmhIOHpeBdS4BYDCQpfDL1tTH7mNg6eeypno+Is8ApgWinkPnnz1NEq8=';
    for (const signature of [published, signByHand('m', 35), signByHand('m', 39)])
      expect(recoverSigner('m', signature)).toEqual(refused(/SegWit/));
  });

  it('refuses unknown header bytes', () => {
    for (const firstHeader of [0, 1, 23, 43, 251])
      expect(recoverSigner('m', signByHand('m', firstHeader))).toEqual(refused(/first byte/));
  });

  it('refuses what is not a recoverable signature in base64', () => {
    const { signature: good, raw } = SignedMessage.sign('m', privateKey);
    const others = [raw?.ecdsa ?? '', raw?.der ?? '', raw?.schnorr ?? ''];
    expect(others).not.toContain('');
    const hex = Buffer.from(good, 'base64').toString('hex');
    const url = Buffer.alloc(65, 0xff).toString('base64url');
    for (const signature of ['', 'x', ...others, hex, url, `${good}\n`, ` ${good}`, `${good}AAAA`]) {
      expect(recoverSigner('m', signature)).toEqual(refused(/65 bytes in base64/));
    }
  });

  it('refuses numbers out of range', () => {
    for (const fill of [0, 0xff])
      expect(recoverSigner('m', binToBase64(Uint8Array.of(31, ...new Uint8Array(64).fill(fill))))).toEqual(
        refused(/not a valid signature/),
      );
  });

  it('recovers another address when anything was changed', () => {
    const { signature } = SignedMessage.sign('Sign in to weir.example', privateKey);
    const signer = recoverSigner('Sign in to weir.examples', signature);
    expect(signer.ok && binToHex(signer.hash)).not.toBe(binToHex(compressed));
  });
});

describe('the table of variants', () => {
  it('accepts one kind and names the reason for each other', () => {
    expect(
      SIGNATURE_VARIANTS.map(({ name, firstHeader, refusal }) => [name, firstHeader, refusal === undefined]),
    ).toEqual([
      ['p2pkh-uncompressed', 27, false],
      ['p2pkh-compressed', 31, true],
      ['p2sh-p2wpkh', 35, false],
      ['p2wpkh', 39, false],
    ]);
  });

  it('gives each first byte one meaning', () => {
    const known = Array.from({ length: 256 }, (_, header) => variantOf(header)?.name).flatMap((name, header) =>
      name === undefined ? [] : [header],
    );
    expect([known.length, known[0], known.at(-1)]).toEqual([16, 27, 42]);
  });
});
