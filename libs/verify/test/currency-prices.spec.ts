import { binToHex, hexToBin, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { encodePriceMessage } from '@weir/payments';
import { signMessage } from '@weir/payments/oracle';
import { provenPeriod, type PriceProof, readSignedPrice } from '../src/index.js';

const KEY = sha256.hash(utf8ToBin('an oracle'));
const OTHER_KEY = sha256.hash(utf8ToBin('another oracle'));
const publicKeyOf = (key: Uint8Array): string => {
  const derived = secp256k1.derivePublicKeyCompressed(key);
  if (typeof derived === 'string') throw new Error(derived);
  return binToHex(derived);
};

const DUE = 1_800_000_000n;
const TERMS = { oracle: publicKeyOf(KEY), grace: 86_400n, lowest: 11_250n, highest: 180_000n, amount: 150_000n };

const signed = (key: Uint8Array, time: bigint, priceNumber: bigint, price: bigint) => {
  const { bytes, signature } = signMessage(
    encodePriceMessage({ time, number: priceNumber + 5n, priceNumber, price }),
    key,
  );
  return { message: binToHex(bytes), signature: binToHex(signature) };
};
const proofOf = ({
  key = KEY,
  time = DUE + 30n,
  before = DUE - 30n,
  number = 8n,
  price = 45_000n,
} = {}): PriceProof => {
  const previous = signed(key, before, number - 1n, 44_000n);
  return {
    ...signed(key, time, number, price),
    previousMessage: previous.message,
    previousSignature: previous.signature,
  };
};

describe('provenPeriod', () => {
  it('computes the satoshis of a period from the first message after its date', () => {
    expect(provenPeriod(TERMS, DUE, proofOf())).toEqual({
      price: 45_000n,
      time: DUE + 30n,
      number: 8n,
      satoshis: (150_000n * 100_000_000n) / 45_000n,
    });
  });

  it('proves what scripts take of an oracle that lies: other numbers, a message before without a price, ECDSA', () => {
    const odd = (message: string, length: number) => {
      const bytes = hexToBin(message).slice(0, length);
      bytes.set([0, 0, 0, 0], 4);
      const signature = secp256k1.signMessageHashDER(KEY, sha256.hash(bytes));
      if (typeof signature === 'string') throw new Error(signature);
      return [binToHex(bytes), binToHex(signature)] as const;
    };
    const { message: first, previousMessage: before } = proofOf();
    const [[message, signature], [previousMessage, previousSignature]] = [odd(first, 16), odd(before, 12)];
    const proof = { message, signature, previousMessage, previousSignature };
    expect(provenPeriod(TERMS, DUE, proof)).toEqual(provenPeriod(TERMS, DUE, proofOf()));
    const [longer, ofLonger] = odd(`${before}00`, 17);
    const exchanged = { ...proof, message: longer, signature: ofLonger };
    expect(() => provenPeriod(TERMS, DUE, exchanged)).toThrow('do not have a price');
  });

  it.each([
    ['below', 1n, 11_250n],
    ['above', 2_000_000n, 180_000n],
  ])('counts the nearer bound for a price %s the bounds', (_side, price, counted) => {
    expect(provenPeriod(TERMS, DUE, proofOf({ price })).satoshis).toBe((150_000n * 100_000_000n) / counted);
  });

  it.each([
    ['of another oracle', proofOf({ key: OTHER_KEY })],
    ['before the date', proofOf({ time: DUE - 1n })],
    ['that is not the first', proofOf({ before: DUE })],
    ['whose signature has a changed byte', { ...proofOf(), signature: proofOf().signature.replace(/^../u, 'ff') }],
    ['whose price was changed', { ...proofOf(), message: proofOf({ price: 90_000n }).message }],
    ['without bytes', { ...proofOf(), message: '' }],
    ['that is not hex', { ...proofOf(), previousMessage: 'xyz' }],
  ])('refuses a message %s', (_what, proof) => {
    expect(() => provenPeriod(TERMS, DUE, proof)).toThrow(/did not sign|do not fix/u);
  });

  it('refuses a message with a number that is left out between the two', () => {
    const previous = signed(KEY, DUE - 30n, 6n, 44_000n);
    const proof = { ...proofOf(), previousMessage: previous.message, previousSignature: previous.signature };
    expect(() => provenPeriod(TERMS, DUE, proof)).toThrow(/NOT_CONSECUTIVE/u);
  });
});

describe('readSignedPrice', () => {
  const { message, signature } = signed(KEY, DUE, 8n, 45_000n);

  it('reads a price and its time from the bytes that an oracle signed', () => {
    expect(readSignedPrice(message, signature, TERMS.oracle)).toMatchObject({ price: 45_000n, time: DUE });
  });

  it('refuses a price that the oracle did not sign', () => {
    const other = signed(KEY, DUE, 8n, 90_000n);
    expect(() => readSignedPrice(other.message, signature, TERMS.oracle)).toThrow('did not sign');
    expect(() => readSignedPrice(message, signature, publicKeyOf(OTHER_KEY))).toThrow('did not sign');
  });
});
