import fc from 'fast-check';
import { MAX_PAYEES } from '@weir/kinds';
import { encodeEnvelope } from '../announcement/envelope.js';
import { partyOf } from '../chain/party.js';
import { universalScripts } from '../contract/universal-scripts.js';
import { decodePurseAnnouncement, encodePurseAnnouncement } from './purse-announcement.js';
import { ageFor, availableAt, chargeOf, purseAge } from './purse-coin.js';
import { findPayeesProblem, findPurseProblem, payeeListHash, type PurseTerms } from './purse-terms.js';

const hash = (byte: number, length = 20): Uint8Array => new Uint8Array(length).fill(byte);
const script = (byte: number): Uint8Array => partyOf({ kind: 'P2SH32', hash: hash(byte, 32) }) ?? new Uint8Array();
const key = (byte: number): Uint8Array => partyOf({ kind: 'P2PKH', hash: hash(byte) }) ?? new Uint8Array();
const TERMS: PurseTerms = {
  asset: { type: 'BCH' },
  owner: script(9),
  signers: [hash(1), hash(2), hash(3)],
  spender: hash(1),
  list: payeeListHash([key(7)]),
  limit: 100_000n,
  period: 144,
};
const TOKEN = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) } as const;

describe('terms of purses', () => {
  it.each<readonly [ReturnType<typeof findPurseProblem>, Partial<PurseTerms>]>([
    [undefined, {}],
    [undefined, { asset: TOKEN, limit: 1n, period: 65_535 }],
    [undefined, { limit: 10_000n, period: 1 }],
    ['MALFORMED', { signers: [hash(1), hash(2)] as never }],
    ['MALFORMED', { spender: hash(1, 33) }],
    ['MALFORMED', { list: hash(1, 31) }],
    ['MALFORMED', { asset: { type: 'FUNGIBLE_TOKEN', category: 'AB' } }],
    ['OWNER_NOT_A_SCRIPT', { owner: key(1) }],
    ['OWNER_NOT_A_SCRIPT', { owner: new Uint8Array() }],
    ['OWNER_IS_UNIVERSAL', { owner: universalScripts('mainnet').clock.lockingBytecode }],
    ['SIGNERS_NOT_DISTINCT', { signers: [hash(1), hash(2), hash(1)] }],
    ['LIMIT_OUT_OF_RANGE', { limit: 9_999n }],
    ['LIMIT_OUT_OF_RANGE', { limit: 2_100_000_000_000_001n }],
    ['LIMIT_OUT_OF_RANGE', { asset: TOKEN, limit: 0n }],
    ['LIMIT_OUT_OF_RANGE', { asset: TOKEN, limit: 1n << 63n }],
    ['PERIOD_OUT_OF_RANGE', { period: 0 }],
    ['PERIOD_OUT_OF_RANGE', { period: 65_536 }],
    ['PERIOD_OUT_OF_RANGE', { period: 1.5 }],
    ['PERIOD_OUT_OF_RANGE', { period: Number.NaN }],
  ])('%s: %j', (problem, change) => {
    expect(findPurseProblem({ ...TERMS, ...change })).toBe(problem);
  });

  it.each([
    [undefined, []],
    [undefined, Array.from({ length: MAX_PAYEES }, (_, index) => key(index))],
    ['TOO_MANY_PAYEES', Array.from({ length: MAX_PAYEES + 1 }, (_, index) => key(index))],
    ['PAYEE_NOT_STANDARD', [key(1), Uint8Array.of(0x51)]],
    ['PAYEE_IS_UNIVERSAL', [universalScripts('mainnet').planCompanion.lockingBytecode]],
    ['PAYEES_NOT_DISTINCT', [key(1), key(2), key(1)]],
  ] as const)('a list of payees: %s', (problem, payees) => {
    expect(findPayeesProblem(payees)).toBe(problem);
  });
});

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('announcements of purses', () => {
  const purse = fc.record({
    spender: bytes(20),
    list: bytes(32),
    limit: fc.bigInt(0n, (1n << 64n) - 1n),
    period: fc.nat(65_535),
  });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('BCH' as const, 'FUNGIBLE_TOKEN' as const),
        fc.tuple(bytes(20), bytes(20), bytes(20)),
        fc.array(purse, { minLength: 1, maxLength: 2 }),
        (type, signers, purses) => {
          const announcement = { type, signers, purses };
          expect(decodePurseAnnouncement(encodePurseAnnouncement(announcement))).toEqual(announcement);
        },
      ),
    );
  });

  it('have at most 150 bytes for one purse, and are relayed with two', () => {
    const one = { ...TERMS, period: 144 };
    const size = (count: number) =>
      encodePurseAnnouncement({ type: 'BCH', signers: TERMS.signers, purses: Array.from({ length: count }, () => one) })
        .length;
    expect([size(1), size(2)]).toEqual([131, 193]);
    expect(() => size(3)).toThrow(RangeError);
    expect(() => size(0)).toThrow(RangeError);
  });

  it.each([
    ['a byte less', 121],
    ['a byte more', 123],
    ['no purse', 60],
    ['three purses', 246],
    ['nothing', 0],
  ])('are not read with %s', (_, length) => {
    expect(decodePurseAnnouncement(encodeEnvelope({ product: 'PURSE_BCH', body: hash(1, length) }))).toBeUndefined();
  });

  it('are not those of another product', () => {
    expect(decodePurseAnnouncement(encodeEnvelope({ product: 'LOCK_BCH', body: hash(1, 122) }))).toBeUndefined();
  });
});

describe('the limit', () => {
  const purse = fc
    .record({
      limit: fc.bigInt(1n, (1n << 63n) - 1n),
      period: fc.integer({ min: 1, max: 65_535 }),
      part: fc.nat(1_000),
      spent: fc.bigInt(1n, (1n << 63n) - 1n),
    })
    .map(({ limit, period, part, spent }) => ({
      purse: { terms: { ...TERMS, limit, period }, left: (limit * BigInt(part)) / 1_000n },
      spent,
    }));

  it('is enough at the age that is named, and not a block before', () => {
    fc.assert(
      fc.property(purse, ({ purse: { terms, left }, spent }) => {
        const age = ageFor({ terms, left }, spent);
        const isEnough = (blocks: number) => chargeOf(terms, spent) <= availableAt({ terms, left }, blocks);
        if (age === undefined) expect(isEnough(65_535)).toBe(false);
        else {
          expect(isEnough(age)).toBe(true);
          if (age > 0) expect(isEnough(age - 1)).toBe(false);
        }
      }),
    );
  });

  it('refills by the blocks since the coin was mined', () => {
    expect(purseAge({ height: undefined }, { height: 100 })).toBe(0);
    expect(purseAge({ height: 100 }, { height: 100 })).toBe(1);
    expect(purseAge({ height: 100 }, { height: 98 })).toBe(0);
    expect(purseAge({ height: 100 }, { height: 100_000 })).toBe(65_535);
  });
});
