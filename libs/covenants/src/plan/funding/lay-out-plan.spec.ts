import fc from 'fast-check';
import { MAX_STANDARD_SIZE } from '@weir/kinds';
import { partyOf } from '../../chain/party.js';
import { outputSize } from '../../transaction/size.js';
import { defaultPlanFees } from '../plan-limits.js';
import type { PlanPart } from './cut-plan.js';
import { fundingOutputs } from './funding-outputs.js';
import { layOutPlan, type PlanLayoutOptions } from './lay-out-plan.js';
import { paymentsOf, reserveFor, type PlanDraft, type VestingDraft } from './plan-draft.js';

const START = 1_700_000_000n;
const DAY = 86_400n;
const GROUP = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 } as const;
const party = (name: number, kind: 'P2PKH' | 'P2SH20' = 'P2PKH') =>
  partyOf({ kind, hash: Uint8Array.from({ length: 20 }, (_, i) => (i < 4 ? (name >> (8 * i)) & 0xff : 7)) }) ??
  new Uint8Array();

const streamTo = (name: number, more: Partial<VestingDraft> = {}): VestingDraft => ({
  kind: 'VESTING',
  recipient: party(name),
  total: 1_000_000n + BigInt(name),
  start: START,
  end: START + 100n * DAY,
  group: GROUP,
  ...more,
});

const draftOf = (streams: PlanDraft['streams'], more: Partial<PlanDraft> = {}): PlanDraft => ({
  product: 'VESTING_BCH',
  sender: party(0xffff),
  nonce: new Uint8Array(16).fill(5),
  fee: 620n,
  floor: 930n,
  cancelFills: 17n,
  delay: 1_008,
  streams,
  ...more,
});

const partsOf = (draft: PlanDraft, options?: PlanLayoutOptions): readonly PlanPart[] => {
  const layout = layOutPlan(draft, 'mainnet', options);
  if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
  return layout.parts;
};

const indexesOf = (parts: readonly PlanPart[]): number[] =>
  parts.flatMap(({ streams }) => streams.map(({ state }) => state.index));

const bytesOf = (part: PlanPart, asset?: string): number =>
  fundingOutputs(part, 'ab'.repeat(32), asset, { height: 900_000, medianTimePast: 0 }).reduce(
    (sum, output) => sum + outputSize(output),
    14,
  );

const many = (count: number): VestingDraft[] => Array.from({ length: count }, (_, i) => streamTo(i));

describe('layOutPlan', () => {
  it('640 streams of as many recipients are one transaction, 641 two', () => {
    expect(partsOf(draftOf(many(640)))).toHaveLength(1);
    expect(partsOf(draftOf(many(642))).map(({ streams }) => streams.length)).toEqual([640, 2]);
  });

  it('every part fits, no matter what is in the list; nothing is lost, nothing twice, all in order', () => {
    const rows = fc.array(
      fc.record({ name: fc.integer({ min: 0, max: 300 }), cliff: fc.integer({ min: 0, max: 20 }) }),
      { minLength: 1, maxLength: 900 },
    );
    fc.assert(
      fc.property(rows, fc.constantFrom('VESTING_BCH' as const, 'VESTING_TOKEN' as const), (given, product) => {
        const streams = given.map(({ name, cliff }) =>
          streamTo(name, { group: { ...GROUP, cliff: BigInt(cliff) * DAY } }),
        );
        const parts = partsOf(draftOf(streams, { product, ...defaultPlanFees(product) }));
        const asset = product === 'VESTING_TOKEN' ? 'cd'.repeat(32) : undefined;
        for (const part of parts) {
          expect(bytesOf(part, asset)).toBeLessThanOrEqual(MAX_STANDARD_SIZE - (asset === undefined ? 400 : 1_200));
          expect(part.terms.groups.length).toBeLessThanOrEqual(16);
        }
        expect(indexesOf(parts)).toEqual(streams.map((_, i) => i + 1));
      }),
      { numRuns: 30 },
    );
  });

  it('goes on after some fundings: the same parts again, or exactly the rest', () => {
    const draft = draftOf(many(1_500));
    const parts = partsOf(draft);
    expect(parts).toHaveLength(3);
    expect(indexesOf(partsOf(draft))).toEqual(indexesOf(parts));
    const second = parts[1]?.streams.map(({ state }) => state.index) ?? [];
    const rest = partsOf(draft, { opened: new Set(second) });
    expect(indexesOf(rest)).toEqual(indexesOf(parts).filter((index) => !second.includes(index)));
    expect(partsOf(draft, { opened: new Set(indexesOf(parts)) })).toEqual([]);
    expect(rest[0]?.contracts[0]?.address).toBe(parts[0]?.contracts[0]?.address);
  });

  it('names everything that is wrong with any row at once', () => {
    const rows = [
      streamTo(1),
      streamTo(2, { total: 575n }),
      streamTo(3, { end: START }),
      streamTo(4, { recipient: new Uint8Array(25) }),
      streamTo(5, { group: { ...GROUP, cliff: 101n * DAY } }),
      streamTo(6, { group: { ...GROUP, noticeBlocks: 11 } }),
      streamTo(7, { payments: 0 }),
    ];
    expect(layOutPlan(draftOf(rows), 'mainnet')).toEqual({
      ok: false,
      problems: [
        { row: 1, problem: 'AMOUNT_OUT_OF_RANGE' },
        { row: 2, problem: 'SCHEDULE_UNSOUND' },
        { row: 3, problem: 'RECIPIENT_NOT_STANDARD' },
        { row: 4, problem: 'SCHEDULE_UNSOUND' },
        { row: 5, problem: 'NOTICE_OUT_OF_RANGE' },
        { row: 6, problem: 'SCHEDULE_UNSOUND' },
      ],
    });
  });

  it('sizes a reserve for its payments: the floor, and one fee more than there are, within what a commitment can say', () => {
    const terms = { product: 'VESTING_BCH', fee: 620n, floor: 930n } as const;
    expect(reserveFor(48n, terms)).toBe(31_310n);
    expect(reserveFor(100_000n, terms)).toBeLessThanOrEqual(8_388_607n);
    const [part] = partsOf(draftOf([streamTo(1, { group: { ...GROUP, step: 30n * DAY } }), streamTo(2)]));
    expect(part?.streams.map(({ reserve }) => reserve)).toEqual([930n + 5n * 620n, 930n + 17n * 620n]);
  });

  it.each([
    ['the smallest stream', { total: 576n }, 1n],
    ['1,000 satoshis', { total: 1_000n }, 1n],
    ['9,000 satoshis', { total: 9_000n }, 14n],
    ['9,920 satoshis', { total: 9_920n }, 16n],
    ['a large stream', { total: 100_000_000n }, 16n],
    ['10,000 satoshis in steps', { total: 10_000n, group: { ...GROUP, step: DAY } }, 16n],
    ['a large stream in steps', { total: 100_000_000n, group: { ...GROUP, step: DAY } }, 100n],
    ['an amount at once', { total: 100_000_000n, end: START + 1n }, 1n],
    ['what was asked for', { total: 1_000n, payments: 3 }, 3n],
  ] as const)('sizes a reserve by the total: %s', (_, draft, payments) => {
    const plan = draftOf([]);
    const stream = streamTo(1, draft);
    expect(paymentsOf(stream, plan)).toBe(payments);
    const [part] = partsOf({ ...plan, streams: [stream] });
    expect(part?.streams[0]?.reserve).toBe(930n + (payments + 1n) * 620n);
  });

  it('never sizes a reserve for payments that are worth less than their fees, nor smaller than possible', () => {
    const anyDraft = fc.record({ total: fc.bigInt(576n, 100_000_000n), step: fc.bigInt(1n, 200n * DAY) });
    fc.assert(
      fc.property(anyDraft, ({ total, step }) => {
        const payments = paymentsOf(streamTo(1, { total, group: { ...GROUP, step } }), draftOf([]));
        expect(payments >= 1n && payments <= total / 576n).toBe(true);
        expect(payments === 1n || payments * 620n <= total).toBe(true);
      }),
    );
    const salary = { kind: 'RECURRING', recipient: party(1), amount: 576n, periods: 12, firstDue: START } as const;
    const group = { kind: 'RECURRING', interval: DAY, noticeBlocks: 36, pausable: true, cancelable: true } as const;
    const terms = { product: 'RECURRING_BCH', fee: 570n, floor: 980n } as const;
    expect(paymentsOf({ ...salary, group }, terms)).toBe(12n);
  });

  it('sizes the reserve of a stream of tokens by its steps alone: units have no known price', () => {
    const plan = draftOf([], { product: 'VESTING_TOKEN', ...defaultPlanFees('VESTING_TOKEN') });
    expect(paymentsOf(streamTo(1, { total: 5n }), plan)).toBe(16n);
  });
});
