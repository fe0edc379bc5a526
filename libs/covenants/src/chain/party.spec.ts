import { CashAddressNetworkPrefix, CashAddressType, encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { isParty, parseParty, partyAddress, partyHash, partyOf, partyParts, type PartyKind } from './party.js';

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i + 1);
const encode = (type: CashAddressType, payload: Uint8Array, prefix = CashAddressNetworkPrefix.testnet) =>
  encodeCashAddress({ payload, prefix, type }).address;

const KINDS: readonly [PartyKind, number, CashAddressType, CashAddressType][] = [
  ['P2PKH', 20, CashAddressType.p2pkh, CashAddressType.p2pkhWithTokens],
  ['P2SH20', 20, CashAddressType.p2sh, CashAddressType.p2shWithTokens],
  ['P2SH32', 32, CashAddressType.p2sh, CashAddressType.p2shWithTokens],
];

describe('parties', () => {
  it.each(KINDS)('%s: both forms of an address are one party, with one address', (kind, length, plain, aware) => {
    const [a, b] = [encode(plain, bytes(length)), encode(aware, bytes(length))];
    const one = parseParty(` ${a.slice('bchtest:'.length).toUpperCase()}`, 'devnet');
    expect(one).toEqual({
      ok: true,
      kind,
      party: partyOf({ kind, hash: bytes(length) }),
      address: a,
      tokenAware: false,
    });
    expect(parseParty(b, 'devnet')).toEqual({ ...one, tokenAware: true });
  });

  it.each([
    ['MALFORMED', ''],
    ['MALFORMED', encode(CashAddressType.p2sh, bytes(32)).replace('bchtest', 'BCHTEST')],
    ['MALFORMED', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['MALFORMED', `${encode(CashAddressType.p2pkh, bytes(20)).slice(0, -1)}x`],
    ['MALFORMED', encode(CashAddressType.p2pkh, bytes(32))],
    ['WRONG_NETWORK', encode(CashAddressType.p2sh, bytes(32), CashAddressNetworkPrefix.mainnet)],
  ])('%s: %s', (problem, text) => {
    expect(parseParty(text, 'devnet')).toEqual({ ok: false, problem });
  });

  it('decodes what it encodes, and nothing else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.uint8Array({ minLength: 32, maxLength: 32 }), (row, given) => {
        const [kind, length] = row;
        const hash = given.slice(0, length);
        const party = partyOf({ kind, hash }) ?? new Uint8Array();
        expect(partyParts(party)).toEqual({ kind, hash });
        expect(partyHash(party)).toHaveLength(20);
        expect(parseParty(partyAddress(party, 'mainnet') ?? '', 'mainnet')).toMatchObject({ ok: true, party });
        expect(isParty(Uint8Array.of(...party, 0))).toBe(false);
        expect(isParty(party.with(0, 0x6a))).toBe(false);
        expect(isParty(party.with(party.length - 1, 0))).toBe(false);
      }),
    );
    expect(partyOf({ kind: 'P2SH32', hash: bytes(20) })).toBeUndefined();
    expect(partyAddress(bytes(25), 'devnet')).toBeUndefined();
  });
});
