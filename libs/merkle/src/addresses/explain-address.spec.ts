import {
  CashAddressNetworkPrefix,
  CashAddressType,
  decodeCashAddress,
  encodeBase58Address,
  encodeCashAddress,
} from '@bitauth/libauth';
import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { codePointOf, explainAddress, faultDetails, faultText } from './explain-address.js';

const hash = Uint8Array.from({ length: 20 }, (_, i) => i * 7 + 1);
const encode = (type: CashAddressType, prefix = CashAddressNetworkPrefix.testnet, payload = hash): string =>
  encodeCashAddress({ payload, prefix, type }).address;
const plain = encode(CashAddressType.p2pkh);
const bare = plain.slice('bchtest:'.length);
const main = encode(CashAddressType.p2pkh, CashAddressNetworkPrefix.mainnet);
const script = encode(CashAddressType.p2sh);

const NETWORKS = { bitcoincash: 'mainnet', bchtest: 'testnet', bchreg: 'regtest' } as const;

describe('explainAddress', () => {
  it.each([
    ['plain', plain],
    ['without a prefix', bare],
    ['in capitals', plain.toUpperCase()],
    ['with blanks around it', ` ${plain}\n`],
    ['token-aware', encode(CashAddressType.p2pkhWithTokens)],
    ['of a script', script],
    ['of a script of 32 bytes', encode(CashAddressType.p2shWithTokens, undefined, new Uint8Array(32).fill(9))],
  ])('has nothing to say of an address %s', (_, text) => expect(explainAddress(text, 'bchtest')).toBeUndefined());

  it.each([
    ['nothing', '  ', { problem: 'MISSING' }],
    ['a changed character', plain.replace(/.$/u, (last) => (last === 'q' ? 'p' : 'q')), { problem: 'CHECKSUM' }],
    ['a prefix that is not its own', `bitcoincash:${bare}`, { problem: 'CHECKSUM' }],
    ['another network', main, { problem: 'WRONG_NETWORK', found: 'bitcoincash', expected: 'bchtest' }],
    [
      'another network, without a prefix',
      main.slice('bitcoincash:'.length),
      { problem: 'WRONG_NETWORK', found: 'bitcoincash', expected: 'bchtest' },
    ],
    [
      'another currency’s prefix',
      `simpleledger:${bare}`,
      { problem: 'WRONG_NETWORK', found: 'simpleledger', expected: 'bchtest' },
    ],
    ['mixed case', plain.replace('q', 'Q'), { problem: 'MIXED_CASE' }],
    ['a prefix in capitals alone', plain.replace('bchtest', 'BCHTEST'), { problem: 'MIXED_CASE' }],
    ['a missing end', plain.slice(0, -2), { problem: 'WRONG_LENGTH', length: 40, expected: [42, 61] }],
    ['a doubled letter', `${plain}q`, { problem: 'WRONG_LENGTH', length: 43, expected: [42, 61] }],
    [
      'a letter that addresses do not have',
      `${plain.slice(0, 12)}b${plain.slice(13)}`,
      { problem: 'WRONG_CHARACTER', character: 'b', position: 13 },
    ],
    [
      'a letter of another alphabet',
      `${plain.slice(0, 20)}а${plain.slice(21)}`,
      { problem: 'WRONG_CHARACTER', character: 'а', position: 21 },
    ],
    [
      'a zero-width space',
      `${plain.slice(0, 20)}\u200b${plain.slice(20)}`,
      { problem: 'HIDDEN_CHARACTER', character: '\u200b', position: 21 },
    ],
    [
      'a byte order mark',
      plain.replace(':', ':\ufeff'),
      { problem: 'HIDDEN_CHARACTER', character: '\ufeff', position: 9 },
    ],
    [
      'a blank inside',
      `${plain.slice(0, 20)} ${plain.slice(20)}`,
      { problem: 'HIDDEN_CHARACTER', character: ' ', position: 21 },
    ],
    ['a word', 'nobody', { problem: 'NOT_AN_ADDRESS' }],
    [
      'a payment link of another kind',
      'ethereum:0x52908400098527886E0F7030069857D2E4169EE7',
      { problem: 'NOT_AN_ADDRESS' },
    ],
  ])('explains %s', (_, text, fault) => expect(explainAddress(text, 'bchtest')).toEqual(fault));

  it.each([
    ['p2pkh', 'bitcoincash', CashAddressType.p2pkh],
    ['p2sh20', 'bitcoincash', CashAddressType.p2sh],
    ['p2pkhTestnet', 'bchtest', CashAddressType.p2pkh],
    ['p2sh20Testnet', 'bchtest', CashAddressType.p2sh],
    ['p2pkhTestnet', 'bchreg', CashAddressType.p2pkh],
    ['p2pkhCopayBCH', 'bitcoincash', CashAddressType.p2pkh],
    ['p2sh20CopayBCH', 'bitcoincash', CashAddressType.p2sh],
  ] as const)('converts the old form %s of %s', (old, prefix, type) => {
    const network = CashAddressNetworkPrefix[NETWORKS[prefix]];
    const converted = encode(type, network);
    expect(explainAddress(encodeBase58Address(old, hash), prefix)).toEqual({
      problem: 'LEGACY',
      converted,
      isOfNetwork: true,
    });
    expect(explainAddress(converted, prefix)).toBeUndefined();
  });

  it('converts an old address of another network to that one, and says so', () => {
    const fault = explainAddress('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'bchtest');
    expect(fault).toMatchObject({ problem: 'LEGACY', isOfNetwork: false });
    const { converted = '' } = fault as { readonly converted?: string };
    expect(decodeCashAddress(converted)).toMatchObject({ prefix: 'bitcoincash', type: 'p2pkh' });
  });

  it('converts no old address whose checksum is wrong', () =>
    expect(explainAddress('1BoatSLRHtKNngkdXEeobR76b53LETtpyU', 'bitcoincash')).toEqual({
      problem: 'LEGACY',
      converted: undefined,
      isOfNetwork: false,
    }));

  it('accepts every address that libauth encodes, and none with one character changed', () => {
    const letters = Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l');
    fc.assert(
      fc.property(
        fc.constantFrom('bitcoincash', 'bchtest', 'bchreg'),
        fc.constantFrom(20, 32),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.nat(),
        fc.integer({ min: 1, max: 31 }),
        (prefix, length, bytes, at, by) => {
          const { address } = encodeCashAddress({
            payload: bytes.slice(0, length),
            prefix,
            type: length === 20 ? CashAddressType.p2pkh : CashAddressType.p2sh,
          });
          expect(explainAddress(address, prefix)).toBeUndefined();
          const start = prefix.length + 1;
          const place = start + (at % (address.length - start));
          const letter = letters[(letters.indexOf(address.charAt(place)) + by) % 32] ?? '';
          const changed = address.slice(0, place) + letter + address.slice(place + 1);
          expect(explainAddress(changed, prefix)).toEqual({ problem: 'CHECKSUM' });
        },
      ),
      RUNS(200),
    );
  });
});

describe('faultText', () => {
  const textOf = (text: string): string => {
    const fault = explainAddress(text, 'bchtest');
    return fault === undefined ? '' : faultText(fault);
  };

  it('says what is wrong with each kind of text in a sentence of its own', () => {
    const old = encodeBase58Address('p2pkhTestnet', hash);
    const said = [
      '',
      plain.slice(0, -1),
      plain.replace(/.$/u, (last) => (last === 'q' ? 'p' : 'q')),
      plain.replace('q', 'Q'),
      main,
      old,
      `${old.slice(0, -1)}${old.endsWith('2') ? '3' : '2'}`,
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      plain.replace(':q', ':q\u200b'),
      plain.replace(':q', ':q '),
      plain.replace(/.$/u, 'b'),
      'nobody',
    ].map(textOf);
    expect(new Set(said).size).toBe(said.length);
    expect(textOf(old)).toBe(`is a legacy address: convert it to a cash address, ${plain}`);
    expect(textOf(plain.replace(':q', ':q\u200b'))).toBe(
      'has the invisible character U+200B at position 10: remove it',
    );
  });

  it('comes with details that programs can read', () => {
    const detailsOf = (text: string) => {
      const fault = explainAddress(text, 'bchtest');
      return fault && faultDetails(fault);
    };
    expect(detailsOf(encodeBase58Address('p2pkhTestnet', hash))).toEqual({ problem: 'LEGACY', converted: plain });
    expect(detailsOf(plain.replace(':q', ':q\u200b'))).toEqual({
      problem: 'HIDDEN_CHARACTER',
      character: 'U+200B',
      position: 10,
    });
    expect(detailsOf(plain.slice(0, -1))).toEqual({ problem: 'WRONG_LENGTH' });
  });
});

describe('codePointOf', () => {
  it.each([
    ['\u200b', 'U+200B'],
    [' ', 'U+0020'],
    ['\u{e0041}', 'U+E0041'],
  ])('names %j as %s', (character, name) => expect(codePointOf(character)).toBe(name));
});
