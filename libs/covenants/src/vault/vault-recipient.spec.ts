import { binToHex, CashAddressNetworkPrefix, CashAddressType, encodeCashAddress } from '@bitauth/libauth';
import { parseVaultRecipient } from './vault-parameters.js';

const short = new Uint8Array(20).fill(7);
const long = new Uint8Array(32).fill(8);
const encode = (type: CashAddressType, payload: Uint8Array, prefix = CashAddressNetworkPrefix.testnet) =>
  encodeCashAddress({ payload, prefix, type }).address;
const locks = {
  p2pkh: `76a914${binToHex(short)}88ac`,
  p2sh20: `a914${binToHex(short)}87`,
  p2sh32: `aa20${binToHex(long)}87`,
};

describe('parseVaultRecipient', () => {
  it.each([
    ['P2PKH', encode(CashAddressType.p2pkh, short), locks.p2pkh, false],
    ['P2PKH, token-aware', encode(CashAddressType.p2pkhWithTokens, short), locks.p2pkh, true],
    ['P2SH20', encode(CashAddressType.p2sh, short), locks.p2sh20, false],
    ['P2SH32', encode(CashAddressType.p2sh, long), locks.p2sh32, false],
    ['P2SH32, token-aware', encode(CashAddressType.p2shWithTokens, long), locks.p2sh32, true],
    ['without prefix', encode(CashAddressType.p2sh, long).slice('bchtest:'.length), locks.p2sh32, false],
    ['with spaces around', ` ${encode(CashAddressType.p2pkh, short)} `, locks.p2pkh, false],
  ])('reads %s', (_, text, locking, tokenAware) => {
    const result = parseVaultRecipient(text, 'devnet');
    expect(result.ok && { locking: binToHex(result.lockingBytecode), tokenAware: result.tokenAware }).toEqual({
      locking,
      tokenAware,
    });
  });

  it.each([
    ['MALFORMED', ''],
    ['MALFORMED', 'nonsense'],
    ['MALFORMED', encode(CashAddressType.p2sh, long).replace('bchtest', 'BCHTEST')],
    ['MALFORMED', `${encode(CashAddressType.p2pkh, short).slice(0, -1)}x`],
    ['WRONG_NETWORK', encode(CashAddressType.p2pkh, short, CashAddressNetworkPrefix.mainnet)],
  ])('%s: %s', (problem, text) => {
    expect(parseVaultRecipient(text, 'devnet')).toEqual({ ok: false, problem });
  });
});
