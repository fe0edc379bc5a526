import {
  cashAddressChecksumToUint5Array,
  CashAddressNetworkPrefix,
  cashAddressPolynomialModulo,
  CashAddressType,
  decodeCashAddress,
  encodeCashAddress,
  maskCashAddressPrefix,
} from '@bitauth/libauth';
import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { cashAddresses } from './address-reader.js';

const { mainnet, testnet, regtest } = CashAddressNetworkPrefix;
const prefixes = fc.constantFrom(mainnet, testnet, regtest);
const hashes = fc.uint8Array({ minLength: 20, maxLength: 20 });
/** Any character but half a pair; of its own unit `binary` fast-check first tabulates all 1.1 million. */
const anyCharacter = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));
const address = (payload: Uint8Array, prefix = testnet, type = CashAddressType.p2pkh) =>
  encodeCashAddress({ payload, prefix, type }).address;
const hash = Uint8Array.from({ length: 20 }, (_, i) => 255 - i);
/** A text of any symbols with the checksum that fits them. */
const addressOf = (symbols: number[]): string => {
  const checksum = cashAddressPolynomialModulo([
    ...maskCashAddressPrefix(testnet),
    0,
    ...symbols,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  return [...symbols, ...cashAddressChecksumToUint5Array(checksum)]
    .map((symbol) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.charAt(symbol))
    .join('');
};
const read = (text: string, prefix: string = testnet) => {
  const target = new Uint8Array(24).fill(7);
  const problem = cashAddresses(prefix)(text, target, 2);
  return problem ?? target;
};

describe('addresses', () => {
  it('are read as libauth writes them, to their place and no further', () => {
    fc.assert(
      fc.property(
        hashes,
        prefixes,
        fc.constantFrom(CashAddressType.p2pkh, CashAddressType.p2pkhWithTokens),
        fc.boolean(),
        fc.boolean(),
        (payload, prefix, type, bare, upper) => {
          const full = address(payload, prefix, type);
          const text = bare ? full.slice(prefix.length + 1) : full;
          expect(read(upper ? text.toUpperCase() : text, prefix)).toEqual(Uint8Array.of(7, 7, ...payload, 7, 7));
        },
      ),
      RUNS(150),
    );
  });

  it('with any letter changed are refused, as libauth refuses them', () => {
    fc.assert(
      fc.property(
        hashes,
        fc.nat(41),
        fc.constantFrom(...Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l1bioB !é')),
        (payload, at, letter) => {
          const text = address(payload);
          const start = testnet.length + 1 + at;
          fc.pre(text[start] !== letter);
          const changed = text.slice(0, start) + letter + text.slice(start + 1);
          expect(read(changed)).toBe('BAD_ADDRESS');
          expect(typeof decodeCashAddress(changed)).toBe('string');
        },
      ),
      RUNS(150),
    );
  });

  it('any text is refused without harm', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: anyCharacter }),
          fc.string().map((text) => `bchtest:${text}`),
        ),
        (text) => {
          expect(['BAD_ADDRESS', 'WRONG_NETWORK']).toContain(read(text));
        },
      ),
      RUNS(300),
    );
  });

  it.each([
    ['', 'BAD_ADDRESS'],
    ['bchtest:', 'BAD_ADDRESS'],
    [address(hash).slice(0, -1), 'BAD_ADDRESS'],
    [`${address(hash)}q`, 'BAD_ADDRESS'],
    [address(hash).replace('bchtest:q', 'bchtest:Q'), 'BAD_ADDRESS'],
    [address(hash, mainnet), 'WRONG_NETWORK'],
    [address(hash, mainnet).slice('bitcoincash:'.length), 'BAD_ADDRESS'],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'BAD_ADDRESS'],
    [address(hash, testnet, CashAddressType.p2sh), 'NOT_P2PKH'],
    [
      encodeCashAddress({ payload: new Uint8Array(32), prefix: testnet, type: CashAddressType.p2sh }).address,
      'NOT_P2PKH',
    ],
  ])('%j: %s', (text, problem) => {
    expect(read(text)).toBe(problem);
  });

  it('with bits set in the padding are refused', () => {
    // A version byte and 20 bytes are 34 symbols with two bits to spare.
    const symbols = Array.from({ length: 34 }, (_, i) => (i === 33 ? 1 : 0));
    expect(read(addressOf(symbols))).toBe('BAD_ADDRESS');
    expect(read(addressOf(symbols.fill(0)))).toEqual(Uint8Array.of(7, 7, ...new Uint8Array(20), 7, 7));
  });
});
