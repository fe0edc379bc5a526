import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import { monthNumber, type Paydays, type Tranche } from '@weir/calendar';
import { calendarFeeLimits } from '@weir/contracts';
import {
  type CalendarDraft,
  calendarFundingOutputs,
  type CalendarFundingFault,
  type CalendarProduct,
  type CalendarState,
  calendarTermsOf,
  decodeCalendarState,
  encodeCalendarState,
  findCalendarFunding,
  planCalendarStream,
} from '../src/calendar.js';
import { universalScripts } from '../src/contract/universal-scripts.js';
import { toLibauthOutput } from '../src/transaction/libauth-output.js';
import {
  all,
  append,
  ASSET,
  CATEGORY,
  drop,
  replace,
  somebody,
  tampered,
  type Tampering,
  withNft,
  withToken,
} from './support/plan-scenario.js';

const PRODUCTS: readonly CalendarProduct[] = [
  'SALARY_BCH',
  'SALARY_TOKEN',
  'GRANT_BCH',
  'GRANT_TOKEN',
  'TRANCHES_BCH',
  'TRANCHES_TOKEN',
];
const SENDER = somebody(900);
const LOCAL = { time: 32_400n, utcOffset: 3_600n };
const DAYS: Paydays = { months: 1n, day: 31n, ...LOCAL };
const FIRST = monthNumber({ year: 2027, month: 1 });
const SALARY = { kind: 'SALARY', noticeBlocks: 36, pausable: true, cancelable: true } as const;

const trancheOf = (count: number): Tranche[] =>
  Array.from({ length: count }, (_, i) => ({
    at: 1_800_000_000n + BigInt(i) * 2_592_000n,
    amount: 10_000n + BigInt(i),
  }));

const draftsOf = (product: CalendarProduct): CalendarDraft[] =>
  Array.from({ length: 4 }, (_, i): CalendarDraft => {
    const recipient = somebody(i);
    if (product.startsWith('SALARY')) {
      const paydays = i % 2 === 0 ? DAYS : { ...DAYS, day: 15n, secondDay: 31n };
      const firstPayday = i % 2 === 0 ? FIRST : 2n * FIRST;
      return { kind: 'SALARY', recipient, amount: 10_000n, periods: 12, firstPayday, group: { ...SALARY, paydays } };
    }
    if (product.startsWith('GRANT'))
      return {
        kind: 'GRANT',
        recipient,
        total: 4_800_000n,
        released: i === 3 ? 1_200_000n : 0n,
        day: 31n,
        firstMonth: FIRST,
        installments: 48n,
        group: {
          kind: 'GRANT',
          months: 1n,
          cliff: i % 2 === 0 ? 12n : 1n,
          local: LOCAL,
          allocation: product === 'GRANT_TOKEN' && i % 2 === 0 ? 'BACK_LOADED' : 'CUMULATIVE_ROUND_DOWN',
          noticeBlocks: 36,
        },
      };
    const tranches = trancheOf(i === 0 ? 100 : 3 + i);
    return { kind: 'TRANCHES', recipient, tranches, group: { kind: 'TRANCHES', noticeBlocks: 36 } };
  });

const partOf = (product: CalendarProduct) => {
  const { fee, floor } = calendarFeeLimits(product);
  const nonce = new Uint8Array(16).fill(9);
  const frame = { product, sender: SENDER, nonce, fee: fee.default, floor: floor.default, delay: 1_008 };
  const streams = draftsOf(product).map((draft, i) => planCalendarStream(frame, draft, i + 1));
  return { terms: calendarTermsOf(frame, streams), streams };
};

/** What funds a part, on no chain: its change, then what it opens. */
const fundingOf = (product: CalendarProduct): TransactionCommon => {
  const asset = product.endsWith('TOKEN') ? ASSET : undefined;
  const tip = { height: 800_000, medianTimePast: 1_700_000_000 };
  const change = { to: SENDER, amount: 5_000n };
  const outputs = [change, ...calendarFundingOutputs(partOf(product), 'mainnet', { category: CATEGORY, asset, tip })];
  const input = { outpointTransactionHash: hexToBin(CATEGORY), outpointIndex: 0, sequenceNumber: 0 };
  return {
    version: 2,
    locktime: 0,
    inputs: [{ ...input, unlockingBytecode: new Uint8Array() }],
    outputs: outputs.map(toLibauthOutput),
  };
};

const problemsOf = (product: CalendarProduct, change: Tampering): CalendarFundingFault['problem'][] => {
  const found = findCalendarFunding('mainnet', 'ee'.repeat(32), tampered(fundingOf(product), change));
  return found.ok ? [] : found.problems.map(({ problem }) => problem);
};

/** The commitment of a state changed, by what it says. */
const withState = (
  vout: number,
  product: CalendarProduct,
  change: (state: CalendarState, reserve: bigint) => { readonly state: CalendarState; readonly reserve?: bigint },
): Tampering =>
  withToken(vout, (token) => {
    const decoded = decodeCalendarState(product, token.nft?.commitment ?? new Uint8Array());
    if (decoded === undefined) throw new Error(`Output ${vout} holds no state`);
    const { reserve = 0n } = decoded;
    const changed = change(decoded.state, reserve);
    const encoded = encodeCalendarState(product, changed.state, changed.reserve ?? reserve);
    return { ...token, nft: { capability: 'mutable', commitment: hexToBin(encoded) } };
  });
const stateWith = (vout: number, product: CalendarProduct, some: object): Tampering =>
  withState(vout, product, (state) => ({ state: { ...state, ...some } }));

const categoryOutput = (token: Omit<NonNullable<Output['token']>, 'category'>): Output => ({
  lockingBytecode: SENDER,
  valueSatoshis: 1_000n,
  token: { category: hexToBin(CATEGORY), ...token },
});
const announcementAt = (product: CalendarProduct): number =>
  fundingOf(product).outputs.findIndex(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);

describe('what a funding by the calendar says', () => {
  it.each(PRODUCTS)('%s: every stream, recipient, term and tranche again, from its bytes alone', (product) => {
    const part = partOf(product);
    const found = findCalendarFunding('mainnet', 'ee'.repeat(32), fundingOf(product));
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    const { plan } = found;
    expect(plan.terms).toEqual(part.terms);
    expect(plan.streams.map(({ recipient }) => binToHex(recipient))).toEqual(
      part.streams.map(({ recipient }) => binToHex(recipient)),
    );
    expect(plan.streams.map(({ coin: { state, principal, reserve } }) => ({ state, principal, reserve }))).toEqual(
      part.streams.map(({ state, principal, reserve }) => ({ state, principal, reserve })),
    );
    expect(plan.streams.map(({ coin }) => coin.tranches)).toEqual(part.streams.map(({ tranches }) => tranches));
    expect(plan.asset).toBe(product.endsWith('TOKEN') ? ASSET : undefined);
  });

  it.each(PRODUCTS)('%s: is refused whole for one unsound output', (product) => {
    const clock = universalScripts('mainnet').clock.lockingBytecode;
    const rows: readonly (readonly [CalendarFundingFault['problem'], Tampering])[] = [
      ['CATEGORY_ELSEWHERE', append(categoryOutput({ amount: 1n }))],
      ['CATEGORY_ELSEWHERE', append({ ...categoryOutput({ amount: 1n }), lockingBytecode: clock })],
      ['NO_STATE', withNft(1, { capability: 'none' })],
      ['NO_STATE', withNft(1, { commitment: new Uint8Array(90) })],
      ['UNITS_NOT_INDEX', withToken(1, (token) => ({ ...token, amount: token.amount + 1n }))],
      ['UNITS_NOT_INDEX', stateWith(1, product, { index: 9 })],
      ['INDEX_OUT_OF_RANGE', stateWith(1, product, { index: 0 })],
      ['INDEX_OUT_OF_RANGE', stateWith(1, product, { index: 40_000 })],
      ['MOVES_ALREADY', stateWith(1, product, { movesTo: new Uint8Array(20).fill(5) })],
      ['RECIPIENT_NOT_SHOWN', stateWith(1, product, { recipient: new Uint8Array(20).fill(5) })],
      ['NO_ANNOUNCEMENT', drop(announcementAt(product))],
      [
        'SEVERAL_ANNOUNCEMENTS',
        (outputs) => [...outputs, ...outputs.slice(announcementAt(product), announcementAt(product) + 1)],
      ],
    ];
    for (const [problem, change] of rows) expect([problem, problemsOf(product, change)]).toEqual([problem, [problem]]);
  });

  it.each(['SALARY_BCH', 'SALARY_TOKEN'] as const)(
    '%s: is refused for dates and reserves that lock money up',
    (product) => {
      const rows: readonly (readonly [CalendarFundingFault['problem'], Tampering])[] = [
        ['NOT_ACTIVE', stateWith(1, product, { status: 'PAUSED', open: 'NONE' })],
        ['SCHEDULE_UNSOUND', stateWith(1, product, { unpaid: 0 })],
        // January 2100 is the last month.
        ['LAST_AFTER_JANUARY_2100', stateWith(1, product, { next: 1_200n })],
        ['SCHEDULE_UNSOUND', stateWith(1, product, { next: 1_211n })],
        ['AMOUNT_OUT_OF_RANGE', stateWith(1, product, { unpaid: 13 })],
        ['AMOUNT_OUT_OF_RANGE', stateWith(1, product, { amount: 10_001n })],
      ];
      for (const [problem, change] of rows)
        expect([problem, problemsOf(product, change)]).toEqual([problem, [problem]]);
      expect(problemsOf(product, stateWith(1, product, { next: 1_199n }))).toEqual([]);
    },
  );

  it.each(['GRANT_BCH', 'GRANT_TOKEN'] as const)(
    '%s: is refused for dates and amounts of no installment',
    (product) => {
      const rows: readonly (readonly [CalendarFundingFault['problem'], Tampering])[] = [
        ['SCHEDULE_UNSOUND', stateWith(1, product, { day: 0n })],
        ['SCHEDULE_UNSOUND', stateWith(1, product, { day: 32n })],
        ['SCHEDULE_UNSOUND', stateWith(1, product, { installments: 11n })],
        ['LAST_AFTER_JANUARY_2100', stateWith(1, product, { firstMonth: 1_164n })],
        ['RELEASED_NOT_VESTED', stateWith(1, product, { released: 3n })],
      ];
      for (const [problem, change] of rows)
        expect([problem, problemsOf(product, change)]).toEqual([problem, [problem]]);
      expect(problemsOf(product, stateWith(1, product, { firstMonth: 1_163n }))).toEqual([]);
    },
  );

  it.each(['TRANCHES_BCH', 'TRANCHES_TOKEN'] as const)(
    '%s: is refused where tranches are missing or unsound',
    (product) => {
      const carrier = announcementAt(product) + 2;
      const rows: readonly (readonly [CalendarFundingFault['problem'], Tampering])[] = [
        ['TRANCHES_NOT_ANNOUNCED', drop(carrier)],
        ['TRANCHES_NOT_ANNOUNCED', stateWith(1, product, { list: new Uint8Array(32).fill(1) })],
        [
          'TRANCHES_NOT_ANNOUNCED',
          replace(carrier, (output) => ({
            ...output,
            lockingBytecode: output.lockingBytecode.map((byte, i) => (i === 2 ? byte ^ 1 : byte)),
          })),
        ],
      ];
      for (const [problem, change] of rows)
        expect([problem, problemsOf(product, change)]).toEqual([problem, [problem]]);
      // The carriers of the list of 100 tranches are seven.
      expect(fundingOf(product).outputs.length).toBe(1 + (product.endsWith('TOKEN') ? 8 : 4) + 2 + 7 + 3 + 4);
    },
  );

  it.each(PRODUCTS)('%s: is refused with a reserve that small payments could use up', (product) => {
    const less: Tampering = product.endsWith('TOKEN')
      ? replace(1, (output) => ({ ...output, valueSatoshis: output.valueSatoshis - 1n }))
      : all(
          withState(1, product, (state, reserve) => ({ state, reserve: reserve - 1n })),
          replace(1, (output) => ({ ...output, valueSatoshis: output.valueSatoshis - 1n })),
        );
    expect(problemsOf(product, less)).toEqual(['RESERVE_OUT_OF_RANGE']);
    if (product.endsWith('TOKEN')) return;
    const most = all(
      withState(1, product, (state) => ({ state, reserve: 8_388_607n })),
      replace(1, (output) => ({ ...output, valueSatoshis: output.valueSatoshis + 9_000_000n })),
    );
    expect(problemsOf(product, most)).toContain('RESERVE_OUT_OF_RANGE');
  });
});
