import { trancheListHash } from '@weir/calendar';
import { MAX_STANDARD_SIZE } from '@weir/kinds';
import { partyOf } from '../chain/party.js';
import { ANY_TIP } from '../lock/transactions/fund-locks.js';
import { outputSize } from '../transaction/size.js';
import {
  type CalendarDraft,
  type CalendarFrame,
  calendarFundingOutputs,
  type PlannedCalendarStream,
} from './calendar-draft.js';
import { type CalendarProduct, defaultCalendarFees } from './calendar-terms.js';
import { calendarCost, calendarPartOf, calendarRow, cutCalendar } from './cut-calendar.js';
import { findCalendarFunding } from './find-calendar.js';
import { buildCalendarFunding } from './transactions/fund-calendar.js';

const ASSET = 'cd'.repeat(32);
const LOCAL = { time: 32_400n, utcOffset: 3_600n };

const party = (name: number, kind: 'P2PKH' | 'P2SH32' = 'P2PKH') => {
  const hash = Uint8Array.from({ length: kind === 'P2PKH' ? 20 : 32 }, (_, i) =>
    i < 4 ? (name >> (8 * i)) & 0xff : 7,
  );
  return partyOf({ kind, hash }) ?? new Uint8Array();
};

const frameOf = (product: CalendarProduct, sender = party(0xffff)): CalendarFrame => ({
  product,
  sender,
  nonce: new Uint8Array(16).fill(5),
  ...defaultCalendarFees(product),
  delay: 1_008,
});

const draftOf = (product: CalendarProduct, name: number, day = 25n): CalendarDraft => {
  const recipient = party(name);
  if (product.startsWith('SALARY')) {
    const paydays = { months: 1n, day, ...LOCAL };
    const group = { kind: 'SALARY', paydays, noticeBlocks: 36, pausable: true, cancelable: true } as const;
    return { kind: 'SALARY', recipient, amount: 1_000_000n + BigInt(name), periods: 12, firstPayday: 330n, group };
  }
  if (product.startsWith('GRANT')) {
    const shared = { months: 1n, cliff: day, local: LOCAL, allocation: 'CUMULATIVE_ROUND_DOWN' } as const;
    const group = { kind: 'GRANT', ...shared, noticeBlocks: 36 } as const;
    const dates = { released: 0n, day: 15n, firstMonth: 330n, installments: 48n };
    return { kind: 'GRANT', recipient, total: 48_000_000n + BigInt(name), ...dates, group };
  }
  const tranches = Array.from({ length: 40 }, (_, place) => ({
    at: 1_800_000_000n + BigInt(place * 86_400),
    amount: 10_000n + BigInt(name),
  }));
  return { kind: 'TRANCHES', recipient, tranches, group: { kind: 'TRANCHES', noticeBlocks: 36 } };
};

const rowsOf = (frame: CalendarFrame, drafts: readonly CalendarDraft[]): readonly PlannedCalendarStream[] =>
  drafts.map((draft, place) => {
    const row = calendarRow(frame, draft, place + 1, 'mainnet');
    if (typeof row === 'string') throw new Error(row);
    return row;
  });

const many = (product: CalendarProduct, count: number): CalendarDraft[] =>
  Array.from({ length: count }, (_, name) => draftOf(product, name));

const ROOM = { BCH: 400, TOKEN: 1_200 } as const;
/** Version, locktime and the counts of inputs and outputs. */
const AROUND = 14;

const bytesOf = (frame: CalendarFrame, streams: readonly PlannedCalendarStream[]): number =>
  calendarFundingOutputs(calendarPartOf(frame, streams), 'mainnet', {
    category: 'ab'.repeat(32),
    asset: frame.product.endsWith('BCH') ? undefined : ASSET,
    tip: ANY_TIP,
  }).reduce((sum, output) => sum + outputSize(output), AROUND);

describe('cutCalendar', () => {
  it.each([
    ['SALARY_BCH', 640],
    ['SALARY_TOKEN', 421],
    ['GRANT_BCH', 640],
    ['GRANT_TOKEN', 421],
    ['TRANCHES_BCH', 100],
    ['TRANCHES_TOKEN', 100],
  ] as const)('fills a funding of %s to the last stream that fits', (product, about) => {
    const frame = frameOf(product);
    const rows = rowsOf(frame, many(product, about + 60));
    const [first, second] = cutCalendar(frame, rows);
    const [taken, left] = [first?.streams ?? [], second?.streams ?? []];
    expect([...taken, ...left]).toEqual(rows);
    const room = ROOM[product.endsWith('BCH') ? 'BCH' : 'TOKEN'];
    const exact = bytesOf(frame, taken);
    expect(exact + room).toBeLessThanOrEqual(MAX_STANDARD_SIZE);
    // The announcement's length is rounded up by a byte.
    expect((first?.bytes ?? 0) - exact).toBeGreaterThanOrEqual(0);
    expect((first?.bytes ?? 0) - exact).toBeLessThanOrEqual(1);
    expect(bytesOf(frame, rows.slice(0, taken.length + 1)) + room).toBeGreaterThan(MAX_STANDARD_SIZE - 1);
  });

  it('begins a funding with the fifteenth schedule, and its announcement has room for fourteen', () => {
    const frame = frameOf('SALARY_BCH', party(0xffff, 'P2SH32'));
    const drafts = Array.from({ length: 15 }, (_, place) => draftOf('SALARY_BCH', place, BigInt(place + 1)));
    const runs = cutCalendar(frame, rowsOf(frame, drafts));
    expect(runs.map(({ streams }) => streams.length)).toEqual([14, 1]);
    for (const { streams, bytes } of runs) expect(bytes - bytesOf(frame, streams)).toBeLessThanOrEqual(1);
  });

  it.each(['GRANT_BCH', 'TRANCHES_BCH'] as const)(
    'fills a funding of %s whose every stream is found again from its bytes',
    (product) => {
      const frame = frameOf(product);
      const [first] = cutCalendar(frame, rowsOf(frame, many(product, 700)));
      const taken = first?.streams ?? [];
      const hash = new Uint8Array(20).fill(3);
      const coins = [{ txid: 'ab'.repeat(32), vout: 0, satoshis: 10_000_000_000_000n }];
      const options = { network: 'mainnet', tip: ANY_TIP } as const;
      const { transaction } = buildCalendarFunding(calendarPartOf(frame, taken), { hash, coins }, options);
      expect(transaction.size).toBeLessThanOrEqual(MAX_STANDARD_SIZE);
      const found = findCalendarFunding('mainnet', 'ef'.repeat(32), transaction.wcTransaction.transaction);
      const shown = found.ok ? found.plan.streams : [];
      expect(
        shown.map(({ recipient, coin: { state, principal, tranches } }) => ({ recipient, state, principal, tranches })),
      ).toEqual(taken.map(({ recipient, state, principal, tranches }) => ({ recipient, state, principal, tranches })));
    },
  );

  it('announces equal lists once, so that more of them fit', () => {
    const frame = frameOf('TRANCHES_BCH');
    const same = draftOf('TRANCHES_BCH', 0);
    const rows = rowsOf(
      frame,
      Array.from({ length: 700 }, (_, name) => ({ ...same, recipient: party(name) })),
    );
    const [first] = cutCalendar(frame, rows);
    const taken = first?.streams ?? [];
    expect(taken.length).toBeGreaterThan(500);
    expect(bytesOf(frame, taken) + ROOM.BCH).toBeLessThanOrEqual(MAX_STANDARD_SIZE);
    expect(bytesOf(frame, rows.slice(0, taken.length + 1)) + ROOM.BCH).toBeGreaterThan(MAX_STANDARD_SIZE - 1);
    const [one, two] = [1, 2].map((count) => calendarCost(frame, { streams: rows.slice(0, count), bytes: 0 }));
    expect(one?.carriers).toBeGreaterThan(0n);
    expect(two?.carriers).toBe(one?.carriers);
    const outputs = calendarFundingOutputs(calendarPartOf(frame, rows.slice(0, 2)), 'mainnet', {
      category: 'ab'.repeat(32),
      asset: undefined,
      tip: ANY_TIP,
    });
    expect((two?.satoshis ?? 0n) - (two?.fee ?? 0n)).toBe(outputs.reduce((sum, { amount }) => sum + amount, 0n));
  });

  it('makes no funding of no rows', () => expect(cutCalendar(frameOf('SALARY_BCH'), [])).toEqual([]));

  it('counts the outputs that announce tranches', () => {
    const frame = frameOf('TRANCHES_BCH');
    const [row] = rowsOf(frame, [draftOf('TRANCHES_BCH', 1)]);
    if (row?.state.kind !== 'TRANCHES' || row.tranches === undefined) throw new Error('A list has tranches');
    expect(trancheListHash(row.tranches)).toEqual(row.state.list);
    const [run] = cutCalendar(frame, [row]);
    expect((run?.bytes ?? 0) - bytesOf(frame, [row])).toBeLessThanOrEqual(1);
    expect(run?.bytes).toBeGreaterThan(40 * 11);
  });
});

describe('calendarRow', () => {
  it.each([
    ['a recipient of no standard kind', { recipient: Uint8Array.of(0x51) }, 'RECIPIENT_NOT_STANDARD'],
    ['no periods', { periods: 0 }, 'SCHEDULE_UNSOUND'],
    ['too little', { amount: 575n }, 'AMOUNT_OUT_OF_RANGE'],
    ['paydays after January 2100', { firstPayday: 1_205n }, 'LAST_AFTER_JANUARY_2100'],
  ])('refuses a row with %s', (_, changes, problem) => {
    const draft = { ...draftOf('SALARY_BCH', 1), ...changes } as CalendarDraft;
    expect(calendarRow(frameOf('SALARY_BCH'), draft, 1, 'mainnet')).toBe(problem);
  });
});
