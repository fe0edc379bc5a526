import { hexToBin, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { decodeOracleMessage, encodePriceMessage, hasPrice, type PriceMessage, readScriptPair } from '../index.js';
import { isSignedForScript, isSignedMessage, signMessage } from './index.js';

/** Signed by the client of General Protocols (@generalprotocols/oracle-client 0.0.1). */
const PUBLIC_KEY = hexToBin('02989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f');
const FIRST = {
  bytes: hexToBin('f3d1496bda201900d3201900c4ab0000'),
  signature: hexToBin(
    'b014e2fd63f170a3e9fb1cf14e68f439a4e66aef2bf42bb9d46997b206347620544e88ce890417e0948f6d621e58a7034d8c2877b17faed54a59483d38b82ab7',
  ),
};
const SECOND = {
  bytes: hexToBin('2fd2496bdb201900d42019007cab0000'),
  signature: hexToBin(
    '02fad4a5d60ecc9acc7714b402e2bc58a9b61fe32ff44ec589388c402dd83a414762c19b572e774a22495542f9d25c9fb9e214131519dad24423f9b225264027',
  ),
};
const privateKey = sha256.hash(utf8ToBin('an oracle'));
const changed = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

const messages: fc.Arbitrary<PriceMessage> = fc.record({
  time: fc.bigInt(0n, 4_294_967_295n),
  number: fc.bigInt(1n, 2_147_483_647n),
  priceNumber: fc.bigInt(1n, 2_147_483_647n),
  price: fc.bigInt(1n, 2_147_483_647n),
});

describe('readScriptPair', () => {
  const numbered = (bytes: Uint8Array, ...number: readonly number[]): Uint8Array => {
    const changed = Uint8Array.from(bytes);
    changed.set(number, 4);
    return changed;
  };

  it('reads what scripts read of messages that a correct oracle does not sign', () => {
    const [first, second] = [decodeOracleMessage(FIRST.bytes), decodeOracleMessage(SECOND.bytes)];
    expect(readScriptPair(SECOND.bytes, FIRST.bytes)).toEqual({ message: second, previous: first });
    expect(readScriptPair(numbered(SECOND.bytes, 0, 0, 0, 0), numbered(FIRST.bytes, 255, 255, 255, 255))).toEqual({
      message: { ...second, number: 0n },
      previous: { ...first, number: -1n },
    });
    const longer = Uint8Array.of(...FIRST.bytes, 1);
    expect(readScriptPair(SECOND.bytes, longer)).toEqual({ message: second, previous: first });
    expect(readScriptPair(SECOND.bytes, FIRST.bytes.slice(0, 12))).toEqual({
      message: second,
      previous: { ...first, price: 0n },
    });
  });

  it('reads no message of another length than 16, and none before it that is too short', () => {
    for (const message of [SECOND.bytes.slice(0, 15), Uint8Array.of(...SECOND.bytes, 0), new Uint8Array()])
      expect(readScriptPair(message, FIRST.bytes)).toBeUndefined();
    expect(readScriptPair(SECOND.bytes, FIRST.bytes.slice(0, 11))).toBeUndefined();
  });
});

describe('isSignedForScript', () => {
  it('takes Schnorr and ECDSA signatures of the key, and no others', () => {
    const { bytes, signature } = signMessage(FIRST.bytes, privateKey);
    const [key, der] = [
      secp256k1.derivePublicKeyCompressed(privateKey),
      secp256k1.signMessageHashDER(privateKey, sha256.hash(bytes)),
    ];
    if (typeof key === 'string' || typeof der === 'string') throw new Error('The key is sound');
    for (const each of [signature, der]) {
      expect(isSignedForScript({ bytes, signature: each }, key)).toBe(true);
      expect(isSignedForScript({ bytes: SECOND.bytes, signature: each }, key)).toBe(false);
      expect(isSignedForScript({ bytes, signature: each }, PUBLIC_KEY)).toBe(false);
      expect(isSignedForScript({ bytes, signature: changed(each, 9) }, key)).toBe(false);
    }
    expect(isSignedMessage({ bytes, signature: der }, key)).toBe(false);
    expect(isSignedForScript({ bytes, signature: new Uint8Array() }, key)).toBe(false);
  });
});

describe('decodeOracleMessage', () => {
  it('reads messages of the reference client', () => {
    const first = { time: 1_799_999_987n, number: 1_646_810n, priceNumber: 1_646_803n, price: 43_972n };
    expect(decodeOracleMessage(FIRST.bytes)).toEqual(first);
    const second = { time: 1_800_000_047n, number: 1_646_811n, priceNumber: 1_646_804n, price: 43_900n };
    expect(decodeOracleMessage(SECOND.bytes)).toEqual(second);
  });

  it('returns what was encoded', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodeOracleMessage(encodePriceMessage(message))).toEqual(message);
      }),
    );
  });

  it('reads metadata of any length, and a price of 0 or less as it is', () => {
    const metadata = hexToBin('2fd2496bdb201900ffffffff555344');
    expect(decodeOracleMessage(metadata)).toEqual({
      time: 1_800_000_047n,
      number: 1_646_811n,
      metadata: -1n,
      content: utf8ToBin('USD'),
    });
    const message = decodeOracleMessage(hexToBin('2fd2496bdb201900d4201900ffffffff'));
    expect(message !== undefined && hasPrice(message) && message.price).toBe(-1n);
  });

  it('reads a view into a larger buffer from its own beginning', () => {
    const buffer = new Uint8Array([...FIRST.bytes, ...SECOND.bytes]);
    expect(decodeOracleMessage(buffer.subarray(16))).toEqual(decodeOracleMessage(SECOND.bytes));
  });

  it.each([
    ['nothing', ''],
    ['11 bytes', '2fd2496bdb201900d42019'],
    ['15 bytes', '2fd2496bdb201900d42019007cab00'],
    ['17 bytes', '2fd2496bdb201900d42019007cab000000'],
    ['the number 0', '2fd2496b00000000d42019007cab0000'],
    ['a negative number', '2fd2496bffffffffd42019007cab0000'],
    ['the number 0 among prices', '2fd2496bdb201900000000007cab0000'],
  ])('returns undefined for %s', (_, hex) => {
    expect(decodeOracleMessage(hexToBin(hex))).toBeUndefined();
  });

  it('never throws for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void decodeOracleMessage(bytes)));
  });
});

describe('encodePriceMessage', () => {
  const message = { time: 1_800_000_000n, number: 2n, priceNumber: 1n, price: 45_000n };
  it.each([
    { time: -1n },
    { time: 4_294_967_296n },
    { number: 0n },
    { priceNumber: 0n },
    { price: 0n },
    { price: 2_147_483_648n },
  ])('refuses %j', (some) => {
    expect(() => encodePriceMessage({ ...message, ...some })).toThrow(RangeError);
  });
});

describe('isSignedMessage', () => {
  it('accepts messages of the reference client', () => {
    expect([isSignedMessage(FIRST, PUBLIC_KEY), isSignedMessage(SECOND, PUBLIC_KEY)]).toEqual([true, true]);
  });

  it('accepts what signMessage signs, and nothing that differs by a bit', () => {
    fc.assert(
      fc.property(messages, fc.nat(15), fc.nat(63), (message, byte, place) => {
        const key = secp256k1.derivePublicKeyCompressed(privateKey) as Uint8Array;
        const { bytes, signature } = signMessage(encodePriceMessage(message), privateKey);
        expect(isSignedMessage({ bytes, signature }, key)).toBe(true);
        expect(isSignedMessage({ bytes: changed(bytes, byte), signature }, key)).toBe(false);
        expect(isSignedMessage({ bytes, signature: changed(signature, place) }, key)).toBe(false);
        expect(isSignedMessage({ bytes, signature }, PUBLIC_KEY)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['an empty signature', new Uint8Array(), PUBLIC_KEY],
    ['63 bytes', FIRST.signature.slice(1), PUBLIC_KEY],
    ['a signature with a type of hashing behind it', Uint8Array.of(...FIRST.signature, 0x41), PUBLIC_KEY],
    ['an empty key', FIRST.signature, new Uint8Array()],
    ['a key that is not a point', FIRST.signature, new Uint8Array(33).fill(0xff)],
    ['an uncompressed key', FIRST.signature, secp256k1.uncompressPublicKey(PUBLIC_KEY) as Uint8Array],
  ])('refuses %s', (_, signature, key) => {
    expect(isSignedMessage({ bytes: FIRST.bytes, signature }, key)).toBe(false);
  });

  it('signs by a private key alone', () => {
    expect(() => signMessage(FIRST.bytes, new Uint8Array(32))).toThrow(RangeError);
  });
});
