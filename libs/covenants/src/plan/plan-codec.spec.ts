import { binToHex, hexToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { partyOf, type PartyKind } from '../chain/party.js';
import { announcesPlan, decodePlanAnnouncement, encodePlanAnnouncement, paceTextOf } from './plan-announcement.js';
import { decodePlanState, encodePlanState, planCommitmentLength } from './plan-commitment.js';
import { planFeeLimits, planKindOf, type PlanProduct } from './plan-limits.js';
import type { PlanState } from './plan-state.js';
import { findPlanTermsProblem, groupKey, mostGroupsOf, type PlanGroup } from './plan-terms.js';

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const seconds = fc.bigInt(1n, 0xffff_ffffn);
const notices = fc.integer({ min: 12, max: 65_535 });

const vestingGroups: fc.Arbitrary<PlanGroup> = fc.record({
  kind: fc.constant('VESTING' as const),
  cliff: fc.bigInt(0n, 0xffff_ffffn),
  step: seconds,
  noticeBlocks: fc.oneof(fc.constant(0), notices),
});
const recurringGroups: fc.Arbitrary<PlanGroup> = fc
  .record({ interval: seconds, noticeBlocks: notices, pausable: fc.boolean(), cancelable: fc.boolean() })
  .map((group) => ({
    kind: 'RECURRING',
    ...group,
    pausable: group.pausable && group.cancelable,
    noticeBlocks: group.cancelable ? group.noticeBlocks : 0,
  }));

const parties = fc
  .tuple(fc.constantFrom<PartyKind>('P2PKH', 'P2SH20', 'P2SH32'), bytes(32))
  .map(([kind, hash]) => partyOf({ kind, hash: kind === 'P2SH32' ? hash : hash.slice(0, 20) }) ?? new Uint8Array());

/** A fee, or a floor, that plans of a product may have. */
const feesOf = (product: PlanProduct, term: 'fee' | 'floor') => {
  const { least, most } = planFeeLimits(product)[term];
  return fc.bigInt(least / 10n, most / 10n).map((tens) => tens * 10n);
};

const termsOf = (product: PlanProduct) =>
  fc
    .record({
      product: fc.constant(product),
      sender: parties,
      nonce: bytes(16),
      fee: feesOf(product, 'fee'),
      floor: feesOf(product, 'floor'),
      cancelFills: fc.bigInt(1n, 255n),
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 144, max: 65_535 })),
      groups: fc.uniqueArray(planKindOf(product) === 'VESTING' ? vestingGroups : recurringGroups, {
        minLength: 1,
        maxLength: 16,
        selector: groupKey,
      }),
    })
    .filter(({ fee, floor, sender, groups }) => fee <= floor && groups.length <= mostGroupsOf(product, sender));

const STANDINGS = [
  { status: 'ACTIVE', open: 'ALL' },
  { status: 'PAUSING', open: 'ALL' },
  { status: 'CANCELLED', open: 'ALL' },
  { status: 'PAUSED', open: 'ONE' },
  { status: 'PAUSED', open: 'NONE' },
  { status: 'CANCELLED', open: 'ONE' },
  { status: 'CANCELLED', open: 'NONE' },
] as const;

const statesOf = (product: PlanProduct): fc.Arbitrary<PlanState> =>
  planKindOf(product) === 'VESTING'
    ? fc.record({
        kind: fc.constant('VESTING' as const),
        index: fc.integer({ min: 1, max: 32_767 }),
        released: fc.bigInt(0n, 2_100_000_000_000_000n),
        start: seconds,
        end: seconds,
        recipient: bytes(20),
      })
    : fc
        .record({
          kind: fc.constant('RECURRING' as const),
          standing: fc.constantFrom(...STANDINGS),
          index: fc.integer({ min: 1, max: 32_767 }),
          unpaid: fc.integer({ min: 1, max: 32_767 }),
          next: seconds,
          amount: fc.bigInt(1n, 2_100_000_000_000_000n),
          recipient: bytes(20),
        })
        .map(({ standing, ...slot }) => ({ ...slot, ...standing }));

const vestingTerms = {
  product: 'VESTING_BCH' as const,
  sender: partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(7) }) ?? new Uint8Array(),
  nonce: new Uint8Array(16).fill(9),
  fee: 620n,
  floor: 930n,
  cancelFills: 17n,
  delay: 1_008,
  groups: Array.from({ length: 15 }, (_, i) => ({
    kind: 'VESTING' as const,
    cliff: BigInt(i),
    step: 2_592_000n,
    noticeBlocks: 36,
  })),
};

describe('a plan’s announcement', () => {
  it.each(PRODUCTS)('%s: reads what it writes, within one OP_RETURN that nodes relay', (product) => {
    fc.assert(
      fc.property(termsOf(product), (terms) => {
        const announced = encodePlanAnnouncement(terms);
        // Some tools count one byte more than it has.
        expect(announced.length).toBeLessThanOrEqual(222);
        expect(announcesPlan(announced)).toBe(true);
        expect(decodePlanAnnouncement(announced)).toEqual(terms);
      }),
    );
  });

  it.each(PRODUCTS)('%s: has the pace of every plan of its groups, and of no other', (product) => {
    fc.assert(
      fc.property(termsOf(product), termsOf(product), (terms, other) => {
        const paceOf = (announced: typeof terms) => paceTextOf(binToHex(encodePlanAnnouncement(announced)));
        expect(paceOf({ ...terms, nonce: other.nonce })).toBe(paceOf(terms));
        const kindOf = ({ sender }: typeof terms) => sender.length;
        if (kindOf(terms) === kindOf(other)) expect(paceOf({ ...terms, sender: other.sender })).toBe(paceOf(terms));
        const isSame =
          terms.groups.map(groupKey).join() === other.groups.map(groupKey).join() && terms.delay === other.delay;
        expect(isSame || paceOf(other) !== paceOf(terms)).toBe(true);
      }),
    );
  });

  it('has the documented bytes', () => {
    const group = { kind: 'VESTING' as const, cliff: 0x01020304n, step: 0x05060708n, noticeBlocks: 0x090a };
    expect(binToHex(encodePlanAnnouncement({ ...vestingTerms, groups: [group] }))).toBe(
      `6a4c4657454952010902${'07'.repeat(32)}${'09'.repeat(16)}3e5d11f00304030201080706050a09`,
    );
    expect(encodePlanAnnouncement(vestingTerms)).toHaveLength(213);
  });

  it('is none with a byte more, a byte less, another tag, another push, or terms no plan may have', () => {
    const sound = encodePlanAnnouncement(vestingTerms);
    const bad = [
      Uint8Array.of(...sound, 0),
      sound.slice(0, -1),
      sound.with(3, 0x58),
      sound.with(7, 0x02),
      sound.with(8, 0x0d),
      sound.with(9, 3),
      sound.with(0, 0x6b),
    ];
    for (const each of bad) expect(decodePlanAnnouncement(each)).toBeUndefined();
    const short = encodePlanAnnouncement({ ...vestingTerms, groups: vestingTerms.groups.slice(0, 1) });
    expect(decodePlanAnnouncement(short.with(short.length - 2, 11))).toBeUndefined();
  });

  it.each([
    ['SENDER_NOT_STANDARD', { sender: new Uint8Array(25) }],
    ['NO_GROUPS', { groups: [] }],
    ['GROUP_TWICE', { groups: [...vestingTerms.groups.slice(0, 2), ...vestingTerms.groups.slice(1, 2)] }],
    [
      'TOO_MANY_GROUPS',
      { groups: Array.from({ length: 16 }, (_, i) => ({ ...vestingTerms.groups[0], cliff: BigInt(i) })) },
    ],
    ['FEE_OUT_OF_RANGE', { fee: 0n }],
    ['FEE_OUT_OF_RANGE', { fee: 490n }],
    ['FEE_OUT_OF_RANGE', { fee: 615n }],
    ['FEE_OUT_OF_RANGE', { fee: 630n }],
    ['FLOOR_OUT_OF_RANGE', { floor: 730n }],
    ['FLOOR_OUT_OF_RANGE', { floor: 925n }],
    ['FLOOR_OUT_OF_RANGE', { floor: 1_030n }],
    ['FLOOR_OUT_OF_RANGE', { product: 'VESTING_TOKEN' as const, fee: 1_860n, floor: 1_850n }],
    ['CANCEL_FILLS_OUT_OF_RANGE', { cancelFills: 0n }],
    ['CANCEL_FILLS_OUT_OF_RANGE', { cancelFills: 256n }],
    ['DELAY_OUT_OF_RANGE', { delay: 143 }],
    ['DELAY_OUT_OF_RANGE', { delay: -1 }],
    ['DELAY_OUT_OF_RANGE', { delay: 1_008.5 }],
    ['DELAY_OUT_OF_RANGE', { delay: 65_536 }],
    ['MALFORMED', { nonce: new Uint8Array(15) }],
    ['MALFORMED', { product: 'RECURRING_BCH' as const }],
    ['NOTICE_OUT_OF_RANGE', { groups: [{ ...vestingTerms.groups[0], noticeBlocks: 11 }] }],
    ['NOTICE_OUT_OF_RANGE', { groups: [{ ...vestingTerms.groups[0], noticeBlocks: 65_536 }] }],
    ['STEP_OUT_OF_RANGE', { groups: [{ ...vestingTerms.groups[0], step: 0n }] }],
    [
      'PAUSE_WITHOUT_CANCEL',
      {
        product: 'RECURRING_BCH' as const,
        fee: 570n,
        floor: 980n,
        groups: [{ kind: 'RECURRING', interval: 1n, noticeBlocks: 12, pausable: true, cancelable: false }],
      },
    ],
    ['CLIFF_OUT_OF_RANGE', { groups: [{ ...vestingTerms.groups[0], cliff: -1n }] }],
  ])('%s', (problem, change) => {
    expect(findPlanTermsProblem({ ...vestingTerms, ...(change as object) })).toBe(problem);
  });
});

describe('the commitment of a stream', () => {
  it.each(PRODUCTS)('%s: reads what it writes, in fixed width', (product) => {
    fc.assert(
      fc.property(statesOf(product), fc.bigInt(0n, 0xff_ffffn), (state, reserve) => {
        const encoded = encodePlanState(product, state, reserve);
        expect(encoded).toHaveLength(2 * planCommitmentLength(product));
        expect(decodePlanState(product, encoded)).toEqual({
          state,
          reserve: product.endsWith('_BCH') ? reserve : undefined,
        });
        expect(decodePlanState(product, `${encoded}00`)).toBeUndefined();
        expect(decodePlanState(product, encoded.slice(2))).toBeUndefined();
      }),
    );
  });

  it.each(PRODUCTS)('%s: has the hash of another recipient behind it while a move is pending', (product) => {
    fc.assert(
      fc.property(statesOf(product), bytes(20), (state, movesTo) => {
        const moving = { ...state, movesTo };
        const encoded = encodePlanState(product, moving, 0n);
        expect(encoded).toBe(`${encodePlanState(product, state, 0n)}${binToHex(movesTo)}`);
        expect(decodePlanState(product, encoded)?.state).toEqual(moving);
        expect(decodePlanState(product, `${encoded}00`)).toBeUndefined();
        expect(decodePlanState(product, encoded.slice(0, -2))).toBeUndefined();
        expect(() => encodePlanState(product, { ...state, movesTo: movesTo.slice(1) }, 0n)).toThrow(RangeError);
      }),
    );
  });

  it('has little-endian numbers at the places the covenants read', () => {
    const recipient = hexToBin('aa'.repeat(20));
    const vesting: PlanState = {
      kind: 'VESTING',
      index: 0x0102,
      released: 0x0a0b0c0d0e0f10n,
      start: 0x11121314n,
      end: 0xf1222324n,
      recipient,
    };
    expect(encodePlanState('VESTING_BCH', vesting, 0x030405n)).toBe(
      `0201050403100f0e0d0c0b0a14131211242322f1${'aa'.repeat(20)}`,
    );
    expect(encodePlanState('VESTING_TOKEN', vesting, 0n)).toBe(
      `0201100f0e0d0c0b0a0014131211242322f1${'aa'.repeat(20)}`,
    );
    const salary: PlanState = {
      kind: 'RECURRING',
      index: 5,
      status: 'PAUSED',
      open: 'NONE',
      unpaid: 0x0102,
      next: 0x81020304n,
      amount: 0x0a0b0c0d0e0f10n,
      recipient,
    };
    expect(encodePlanState('RECURRING_BCH', salary, 0x030405n)).toBe(
      `05000405040302010403028100100f0e0d0c0b0a${'aa'.repeat(20)}`,
    );
    expect(encodePlanState('RECURRING_TOKEN', salary, 0n)).toBe(
      `05000402010403028100100f0e0d0c0b0a00${'aa'.repeat(20)}`,
    );
    expect(() => encodePlanState('RECURRING_BCH', { ...salary, status: 'ACTIVE' }, 0n)).toThrow(RangeError);
    expect(decodePlanState('RECURRING_BCH', `050007${'00'.repeat(37)}`)).toBeUndefined();
    expect(() => encodePlanState('VESTING_BCH', salary, 0n)).toThrow(RangeError);
    expect(() => encodePlanState('VESTING_BCH', vesting, 0x1000000n)).toThrow(RangeError);
  });
});
