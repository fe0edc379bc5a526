import { binToHex } from '@bitauth/libauth';
import fc from 'fast-check';
import { findPaydayTermsProblem, findTranchesProblem, type Tranche, tranchesTotal } from '@weir/calendar';
import { trancheListHash } from '@weir/calendar';
import { calendarFeeLimits } from '@weir/contracts';
import { ALLOCATIONS, PAYDAY_MONTHS } from '@weir/kinds';
import { partyOf, type PartyKind } from '../chain/party.js';
import { announcesCalendar, decodeCalendarAnnouncement, encodeCalendarAnnouncement } from './calendar-announcement.js';
import {
  calendarCommitmentLength,
  type CalendarState,
  decodeCalendarState,
  encodeCalendarState,
} from './calendar-state.js';
import {
  calendarGroupKey,
  calendarKindOf,
  type CalendarGroup,
  type CalendarProduct,
  type CalendarTerms,
  findCalendarTermsProblem,
  MAX_CALENDAR_GROUPS,
} from './calendar-terms.js';
import { readTrancheCarriers, trancheCarriers } from './tranche-carriers.js';

const PRODUCTS: readonly CalendarProduct[] = [
  'SALARY_BCH',
  'SALARY_TOKEN',
  'GRANT_BCH',
  'GRANT_TOKEN',
  'TRANCHES_BCH',
  'TRANCHES_TOKEN',
];
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const notices = fc.integer({ min: 12, max: 65_535 });
const locals = fc.record({
  time: fc.bigInt(0n, 86_399n),
  utcOffset: fc.bigInt(-720n, 840n).map((minutes) => minutes * 60n),
});
const paydays = fc
  .record({
    months: fc.constantFrom(...PAYDAY_MONTHS.map(BigInt)),
    day: fc.bigInt(1n, 31n),
    second: fc.oneof(fc.constant(0n), fc.bigInt(2n, 31n)),
    local: locals,
  })
  .map(({ months, day, second, local }) => ({ months, day, ...(second > 0n && { secondDay: second }), ...local }))
  .filter((each) => findPaydayTermsProblem(each) === undefined);

const salaries: fc.Arbitrary<CalendarGroup> = fc
  .record({ paydays, noticeBlocks: notices, pausable: fc.boolean(), cancelable: fc.boolean() })
  .map((group) => ({
    kind: 'SALARY',
    ...group,
    pausable: group.pausable && group.cancelable,
    noticeBlocks: group.cancelable ? group.noticeBlocks : 0,
  }));
const grants = (bch: boolean): fc.Arbitrary<CalendarGroup> =>
  fc.record({
    kind: fc.constant('GRANT' as const),
    months: fc.bigInt(1n, 12n),
    cliff: fc.bigInt(1n, 32_767n),
    local: locals,
    allocation: bch ? fc.constant('CUMULATIVE_ROUND_DOWN' as const) : fc.constantFrom(...ALLOCATIONS),
    noticeBlocks: fc.oneof(fc.constant(0), notices),
  });
const lists: fc.Arbitrary<CalendarGroup> = fc.record({
  kind: fc.constant('TRANCHES' as const),
  noticeBlocks: fc.oneof(fc.constant(0), notices),
});
const groupsOf = (product: CalendarProduct): fc.Arbitrary<CalendarGroup> =>
  ({ SALARY: salaries, GRANT: grants(product.endsWith('BCH')), TRANCHES: lists })[calendarKindOf(product)];

const parties = fc
  .tuple(fc.constantFrom<PartyKind>('P2PKH', 'P2SH20', 'P2SH32'), bytes(32))
  .map(([kind, hash]) => partyOf({ kind, hash: kind === 'P2SH32' ? hash : hash.slice(0, 20) }) ?? new Uint8Array());
const feesOf = (product: CalendarProduct, term: 'fee' | 'floor') => {
  const { least, most } = calendarFeeLimits(product)[term];
  return fc.bigInt(least / 10n, most / 10n).map((tens) => tens * 10n);
};
const termsOf = (product: CalendarProduct): fc.Arbitrary<CalendarTerms> =>
  fc.record({
    product: fc.constant(product),
    sender: parties,
    nonce: bytes(16),
    fee: feesOf(product, 'fee'),
    floor: feesOf(product, 'floor'),
    delay: fc.oneof(fc.constant(0), fc.integer({ min: 144, max: 65_535 })),
    groups: fc.uniqueArray(groupsOf(product), {
      minLength: 1,
      maxLength: MAX_CALENDAR_GROUPS,
      selector: calendarGroupKey,
    }),
  });

const STANDINGS = [
  { status: 'ACTIVE', open: 'ALL' },
  { status: 'PAUSING', open: 'ALL' },
  { status: 'CANCELLED', open: 'ALL' },
  { status: 'PAUSED', open: 'ONE' },
  { status: 'PAUSED', open: 'NONE' },
  { status: 'CANCELLED', open: 'ONE' },
  { status: 'CANCELLED', open: 'NONE' },
] as const;
const shared = {
  index: fc.integer({ min: 1, max: 32_767 }),
  recipient: bytes(20),
  movesTo: fc.oneof(fc.constant(undefined), bytes(20)),
};
const statesOf = (product: CalendarProduct): fc.Arbitrary<CalendarState> => {
  switch (calendarKindOf(product)) {
    case 'SALARY':
      return fc
        .record({
          kind: fc.constant('SALARY' as const),
          ...shared,
          standing: fc.constantFrom(...STANDINGS),
          unpaid: fc.integer({ min: 0, max: 32_767 }),
          next: fc.bigInt(0n, 32_767n),
          amount: fc.bigInt(1n, 2_100_000_000_000_000n),
        })
        .map(({ standing, ...state }) => ({ ...state, ...standing }));
    case 'GRANT':
      return fc.record({
        kind: fc.constant('GRANT' as const),
        ...shared,
        released: fc.bigInt(0n, 2_100_000_000_000_000n),
        day: fc.bigInt(1n, 31n),
        firstMonth: fc.bigInt(0n, 1_210n),
        installments: fc.bigInt(1n, 1_211n),
      });
    case 'TRANCHES':
      return fc.record({ kind: fc.constant('TRANCHES' as const), ...shared, list: bytes(32) });
  }
};

describe('the announcement of a plan by the calendar', () => {
  it.each(PRODUCTS)('%s: reads what it writes, within one OP_RETURN that nodes relay', (product) => {
    fc.assert(
      fc.property(termsOf(product), (terms) => {
        const announced = encodeCalendarAnnouncement(terms);
        // Some tools count one byte more than it has.
        expect(announced.length).toBeLessThanOrEqual(222);
        expect(announcesCalendar(announced)).toBe(true);
        expect(decodeCalendarAnnouncement(announced)).toEqual(terms);
      }),
    );
  });

  it.each(PRODUCTS)('%s: reads terms of no change in a byte as others, or as none', (product) => {
    fc.assert(
      fc.property(termsOf(product), fc.nat(), fc.integer({ min: 1, max: 255 }), (terms, place, by) => {
        const announced = encodeCalendarAnnouncement(terms);
        const at = 9 + (place % (announced.length - 9));
        const changed = announced.map((byte, i) => (i === at ? byte ^ by : byte));
        const read = decodeCalendarAnnouncement(changed);
        if (read !== undefined) expect(binToHex(encodeCalendarAnnouncement(read))).toBe(binToHex(changed));
      }),
    );
  });

  it('refuses terms that the scripts would accept', () => {
    const sender = partyOf({ kind: 'P2PKH', hash: new Uint8Array(20).fill(7) }) ?? new Uint8Array();
    const { fee, floor } = calendarFeeLimits('SALARY_BCH');
    const days = { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n };
    const group = { kind: 'SALARY' as const, paydays: days, noticeBlocks: 36, pausable: true, cancelable: true };
    const terms: CalendarTerms = {
      product: 'SALARY_BCH',
      sender,
      nonce: new Uint8Array(16),
      fee: fee.default,
      floor: floor.default,
      delay: 1_008,
      groups: [group],
    };
    const problemOf = (paydaysChange: Partial<typeof days & { secondDay: bigint }>, some: object = {}) =>
      findCalendarTermsProblem({ ...terms, groups: [{ ...group, ...some, paydays: { ...days, ...paydaysChange } }] });
    expect(problemOf({})).toBeUndefined();
    for (const day of [0n, 32n, -1n]) expect(problemOf({ day })).toBe('DAY_OUT_OF_RANGE');
    for (const months of [0n, 2n, 13n, -1n]) expect(problemOf({ months })).toBe('MONTHS_OUT_OF_RANGE');
    expect(problemOf({ time: 86_400n })).toBe('TIME_OUT_OF_RANGE');
    for (const utcOffset of [-43_260n, 50_460n, 30n]) expect(problemOf({ utcOffset })).toBe('UTC_OFFSET_OUT_OF_RANGE');
    expect(problemOf({ day: 15n, secondDay: 15n })).toBe('SECOND_DAY_OUT_OF_RANGE');
    expect(problemOf({}, { cancelable: false, noticeBlocks: 0 })).toBe('PAUSE_WITHOUT_CANCEL');
    expect(problemOf({}, { noticeBlocks: 11 })).toBe('NOTICE_OUT_OF_RANGE');
    expect(findCalendarTermsProblem({ ...terms, groups: [group, group] })).toBe('GROUP_TWICE');
    expect(findCalendarTermsProblem({ ...terms, floor: floor.most + 10n })).toBe('FLOOR_OUT_OF_RANGE');
    expect(findCalendarTermsProblem({ ...terms, fee: fee.least - 10n })).toBe('FEE_OUT_OF_RANGE');
    expect(findCalendarTermsProblem({ ...terms, delay: 143 })).toBe('DELAY_OUT_OF_RANGE');
  });
});

describe('the state of a stream by the calendar', () => {
  it.each(PRODUCTS)('%s: reads what it writes', (product) => {
    fc.assert(
      fc.property(statesOf(product), fc.bigInt(0n, 8_388_607n), (state, reserve) => {
        const commitment = encodeCalendarState(product, state, reserve);
        const length = calendarCommitmentLength(product) + (state.movesTo === undefined ? 0 : 20);
        expect(commitment).toHaveLength(2 * length);
        const read = decodeCalendarState(product, commitment);
        expect(read?.state).toEqual(state.movesTo === undefined ? { ...state, movesTo: undefined } : state);
        expect(read?.reserve).toBe(product.endsWith('BCH') ? reserve : undefined);
        expect(decodeCalendarState(product, commitment.slice(2))).toBeUndefined();
      }),
    );
  });

  it('refuses a state of another product, and numbers that do not fit', () => {
    const grant: CalendarState = {
      kind: 'GRANT',
      index: 1,
      released: 0n,
      day: 31n,
      firstMonth: 330n,
      installments: 48n,
      recipient: new Uint8Array(20),
    };
    expect(() => encodeCalendarState('SALARY_BCH', grant, 0n)).toThrow('SALARY_BCH');
    expect(() => encodeCalendarState('GRANT_BCH', { ...grant, day: 256n }, 0n)).toThrow('256');
    expect(() => encodeCalendarState('GRANT_BCH', { ...grant, recipient: new Uint8Array(19) }, 0n)).toThrow('19');
  });
});

const tranches: fc.Arbitrary<Tranche[]> = fc
  .array(fc.record({ gap: fc.bigInt(1n, 20_000_000n), amount: fc.bigInt(576n, 1n << 40n) }), {
    minLength: 1,
    maxLength: 100,
  })
  .map((all) => {
    let at = 600_000_000n;
    return all.map(({ gap, amount }) => ({ at: (at += gap), amount }));
  });

describe('the carriers of tranches', () => {
  it('announce several lists, by the hash of each', () => {
    fc.assert(
      fc.property(parties, fc.array(tranches, { minLength: 1, maxLength: 3 }), (sender, all) => {
        for (const list of all) expect(findTranchesProblem(list, 576n)).toBeUndefined();
        const carriers = all.flatMap((list) => trancheCarriers(list, sender));
        for (const carrier of carriers) expect(carrier.length).toBeLessThanOrEqual(201);
        const other = { lockingBytecode: sender, valueSatoshis: 1_000n };
        const outputs = carriers.map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: 1_000n }));
        const read = readTrancheCarriers([other, ...outputs, other], sender);
        for (const list of all) {
          expect(read.find(trancheListHash(list), tranchesTotal(list))).toEqual(list);
          expect(read.find(trancheListHash(list), tranchesTotal(list) + 1n)).not.toEqual(list);
          expect(read.find(new Uint8Array(32).fill(1), tranchesTotal(list))).toBeUndefined();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of another sender are none', () => {
    const [one, other] = [1, 2].map(
      (byte) => partyOf({ kind: 'P2PKH', hash: new Uint8Array(20).fill(byte) }) ?? new Uint8Array(),
    );
    if (one === undefined || other === undefined) throw new Error('There are two');
    const list = [{ at: 600_000_000n, amount: 1_000n }];
    const outputs = trancheCarriers(list, one).map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: 1_000n }));
    expect(readTrancheCarriers(outputs, one).find(trancheListHash(list), 1_000n)).toEqual(list);
    expect(readTrancheCarriers(outputs, other).find(trancheListHash(list), 1_000n)).toBeUndefined();
  });
});
