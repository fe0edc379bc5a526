import { CashAddressNetworkPrefix, CashAddressType, encodeCashAddress } from '@bitauth/libauth';
import { parseAddress } from './address.js';

const hash = Uint8Array.from({ length: 20 }, (_, i) => i + 1);
const encode = (type: CashAddressType, prefix = CashAddressNetworkPrefix.testnet, payload = hash) =>
  encodeCashAddress({ payload, prefix, type }).address;
const plain = encode(CashAddressType.p2pkh);
const withK = encode(CashAddressType.p2pkh, CashAddressNetworkPrefix.testnet, new Uint8Array(20).fill(0xb5));

describe('parseAddress', () => {
  it.each([
    ['plain', plain],
    ['token-aware', encode(CashAddressType.p2pkhWithTokens)],
    ['without prefix', plain.slice('bchtest:'.length)],
    ['in capitals', plain.toUpperCase()],
    ['in capitals without prefix', plain.slice('bchtest:'.length).toUpperCase()],
    ['with spaces around', ` ${plain} `],
  ])('gives one hash and one canonical address: %s', (_, text) => {
    expect(parseAddress(text, 'devnet')).toEqual({ ok: true, hash, address: plain });
  });

  it.each([
    ['MALFORMED', ''],
    ['MALFORMED', 'nonsense'],
    ['MALFORMED', `${plain.slice(0, -1)}x`],
    ['MALFORMED', plain.replace(':q', ':Q')],
    ['MALFORMED', plain.replace('bchtest', 'BCHTEST')],
    ['MALFORMED', plain.slice('bchtest:'.length).replace('q', 'Q')],
    // The Kelvin sign: its lower case is k.
    ['MALFORMED', withK.replace('k', '\u212a')],
    ['MALFORMED', withK.toUpperCase().replace('K', '\u212a')],
    ['MALFORMED', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['WRONG_NETWORK', encode(CashAddressType.p2pkh, CashAddressNetworkPrefix.mainnet)],
    ['WRONG_NETWORK', encode(CashAddressType.p2pkh, CashAddressNetworkPrefix.mainnet).slice('bitcoincash:'.length)],
    ['NOT_P2PKH', encode(CashAddressType.p2sh)],
    ['NOT_P2PKH', encode(CashAddressType.p2shWithTokens, CashAddressNetworkPrefix.testnet, new Uint8Array(32).fill(7))],
  ])('%s: %s', (problem, text) => {
    expect(parseAddress(text, 'devnet')).toEqual({ ok: false, problem });
  });
});
