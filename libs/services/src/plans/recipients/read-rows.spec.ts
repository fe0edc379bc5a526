import { encodeLockingBytecodeP2sh32, hash160, numberToBinUint32LE } from '@bitauth/libauth';
import { addressOf, lockingBytecodeOf, partyAddress, type PlanFrame } from '@weir/covenants';
import { MAX_PLAN_STREAMS } from '@weir/kinds';
import { ServiceError } from '../../shared/service-error.js';
import { listWarnings } from '../create/list-warnings.js';
import { planLayout } from '../layout/plan-layout.js';
import type { CreatePlanInput, PlanRowInput } from '../plans.types.js';
import { parsePlanHead } from '../terms/plan-defaults.js';
import { readRows } from './read-rows.js';

const NOW = 1_800_000_000;
const MONTH = 2_592_000;
const hash = (name: number) => hash160(numberToBinUint32LE(name));
const address = (name: number) => addressOf(hash(name), 'chipnet');

const readPlan = (input: Omit<CreatePlanInput, 'streams'>, given: readonly PlanRowInput[]) => {
  const head = parsePlanHead(input, NOW, 'chipnet');
  const frame: PlanFrame = {
    product: `${head.kind === 'vesting' ? 'VESTING' : 'RECURRING'}_${head.tokenType === 'BCH' ? 'BCH' : 'TOKEN'}`,
    sender: lockingBytecodeOf(hash(0)),
    nonce: new Uint8Array(16),
    fee: head.paymentFee,
    floor: head.reserveFloor,
    cancelFills: BigInt(head.cancelFills),
    delay: head.moveDelay,
  };
  return readRows(
    given.map((row) => ({ line: undefined, row })),
    head,
    planLayout(frame, 'chipnet'),
    'chipnet',
  );
};

const refusal = async (input: Omit<CreatePlanInput, 'streams'>, given: readonly PlanRowInput[]) => {
  const error: unknown = await readPlan(input, given).catch((thrown: unknown) => thrown);
  if (error instanceof ServiceError) return error;
  throw new Error('It was read');
};

const VESTING = { product: 'vesting' } as const;

describe('warnings of a list', () => {
  it('names the rows of a recipient who is in it more than once, and no row that makes several streams', async () => {
    const shape = { kind: 'upfront-and-tail', upfrontPercent: 10 } as const;
    const times = { ...VESTING, start: NOW, end: NOW + 10 * MONTH };
    const of = async (names: readonly number[]) =>
      listWarnings(
        await readPlan(
          { ...times, shape },
          names.map((name) => ({ recipient: address(name), amount: 1 })),
        ),
      );
    expect(await of([1, 2, 3])).toEqual([]);
    expect(await of([1, 2, 1, 3, 2, 1])).toMatchObject([
      {
        code: 'RECIPIENT_REPEATED',
        details: {
          count: 2,
          repeated: [
            { recipient: address(1), rows: [1, 3, 6] },
            { recipient: address(2), rows: [2, 5] },
          ],
        },
      },
    ]);
  });
});

describe('the rows of a plan', () => {
  it('inherit the terms of the plan', async () => {
    const [first, second] = await readPlan(
      { ...VESTING, start: NOW, end: NOW + 10 * MONTH, cliff: NOW + MONTH, step: MONTH, cancelNoticeBlocks: 20 },
      [
        { recipient: address(1), amount: 1.5, label: ' Ada ' },
        { recipient: address(2), amount: '2', start: NOW - MONTH, cliff: 0, step: 0 },
      ],
    );
    expect(first).toMatchObject({
      label: 'Ada',
      recipient: { address: address(1) },
      draft: {
        total: 150_000_000n,
        start: BigInt(NOW),
        end: BigInt(NOW + 10 * MONTH),
        group: { cliff: BigInt(MONTH), step: BigInt(MONTH), noticeBlocks: 20 },
      },
      index: 1,
      principal: 150_000_000n,
    });
    expect(second).toMatchObject({
      draft: { start: BigInt(NOW - MONTH), group: { cliff: 0n, step: 1n } },
      index: 2,
    });
  });

  it('pay scripts too: a vault is a recipient like any', async () => {
    const vault = partyAddress(encodeLockingBytecodeP2sh32(new Uint8Array(32).fill(9)), 'chipnet') ?? '';
    const [row] = await readPlan(VESTING, [{ recipient: vault, amount: 1 }]);
    expect(row?.recipient.address).toBe(vault);
  });

  it.each([
    ['upfront-and-tail', { kind: 'upfront-and-tail', upfrontPercent: 12.5 }, [12_500_000n, 87_500_000n]],
    ['cliff-and-monthly', { kind: 'cliff-and-monthly', cliffMonths: 12, months: 48 }, [100_000_000n]],
    [
      'tranches',
      {
        kind: 'tranches',
        tranches: [
          { time: NOW + 1, percent: 33.3333 },
          { time: NOW + 2, percent: 66.6667 },
        ],
      },
      [33_333_300n, 66_666_700n],
    ],
    ['exponential', { kind: 'exponential', exponent: 2, pieces: 2 }, [25_000_000n, 75_000_000n]],
  ] as const)('of the shape %s are its streams, all of the amount', async (_, shape, totals) => {
    for (const plan of [{ ...VESTING, shape }, VESTING]) {
      const rows = await readPlan(plan, [
        { recipient: address(1), amount: 1, ...(plan === VESTING && { shape }), label: 'Ada' },
      ]);
      expect(rows.map(({ principal }) => principal)).toEqual(totals);
      expect(rows.map(({ label }) => label)).toEqual(totals.map(() => 'Ada'));
    }
  });

  it('of salaries fall due by words, 12 times or until their end', async () => {
    const rows = await readPlan({ product: 'recurring', interval: 'MONTHLY' }, [
      { recipient: address(1), amount: 0.5 },
      { recipient: address(2), amount: 0.5, interval: 'WEEKLY', end: NOW + 15 * 86_400, start: NOW },
    ]);
    expect(rows.map(({ interval, draft }) => [interval, draft.kind === 'RECURRING' && draft.periods])).toEqual([
      ['MONTHLY', 12],
      ['WEEKLY', 3],
    ]);
    expect(rows[0]).toMatchObject({ principal: 600_000_000n, draft: { group: { pausable: true } } });
  });

  it('are refused all at once, by row, the first hundred of them named', async () => {
    const bad: PlanRowInput[] = [
      { recipient: 'nobody', amount: 1 },
      { recipient: address(1).replace('bchtest:', 'bitcoincash:'), amount: 1 },
      { recipient: address(1), amount: 0.000005 },
      { recipient: address(1), amount: 'NaN' },
      { recipient: address(1), amount: 0.00000575 },
      { recipient: address(1), amount: 1, end: NOW - 1 },
      { recipient: address(1), amount: 1, end: 4_294_967_295 },
      { recipient: address(1), amount: 1, cliff: NOW - 1 },
      { recipient: address(1), amount: 1, step: 366 * 86_400 },
      { recipient: address(1), amount: 1, label: 'two\nlines' },
      { recipient: address(1), amount: 1, label: '\u202etxt.exe' },
      { recipient: address(1), amount: 1, label: 'x'.repeat(201) },
      { recipient: address(1), amount: 1, interval: 'MONTHLY' },
      { recipient: address(1), amount: 1, shape: { kind: 'upfront-and-tail', upfrontPercent: 100 } },
      { recipient: address(1), amount: 1, shape: { kind: 'upfront-and-tail', upfrontPercent: 0.00001 } },
      { recipient: address(1), amount: 1, shape: { kind: 'tranches', tranches: [{ time: NOW, percent: 99 }] } },
      { recipient: address(1), amount: 1, shape: { kind: 'tranches', tranches: [] } },
      { recipient: address(1), amount: '0.00000600', shape: { kind: 'upfront-and-tail', upfrontPercent: 50 } },
      { recipient: address(1), amount: 1, shape: { kind: 'cliff-and-monthly', months: 3, cliffMonths: 4 } },
      { recipient: address(1), amount: 1, shape: { kind: 'exponential', exponent: 2, pieces: 121 } },
      { recipient: address(1), amount: 1, shape: { kind: 'exponential', exponent: 99, pieces: 2 } },
    ];
    const { code, details } = await refusal(VESTING, [{ recipient: address(1), amount: 1 }, ...bad]);
    expect([code, details['errorCount']]).toEqual(['INVALID_RECIPIENTS', bad.length]);
    const errors = details['errors'] as readonly { readonly row: number; readonly reason: string }[];
    expect(errors.map(({ row }) => row)).toEqual(bad.map((_, i) => i + 2));
    const many = await refusal(VESTING, bad.concat(Array.from({ length: 300 }, () => ({ recipient: '', amount: 1 }))));
    expect([many.details['errorCount'], (many.details['errors'] as readonly unknown[]).length]).toEqual([
      bad.length + 300,
      100,
    ]);
  });

  it('cannot sum up to more than the largest amount', async () => {
    const rows = Array.from({ length: 3 }, (_, i) => ({ recipient: address(i), amount: '10000000' }));
    expect((await refusal(VESTING, rows)).code).toBe('INVALID_AMOUNT');
    const tokens = { ...VESTING, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32) } as const;
    const most = Array.from({ length: 2 }, () => ({ recipient: address(1), amount: '9223372036854775807' }));
    expect((await refusal(tokens, most)).code).toBe('INVALID_AMOUNT');
    expect(await readPlan(tokens, most.slice(1))).toHaveLength(1);
  });

  it('are so many at most, however their shapes multiply them', async () => {
    const shape = { kind: 'exponential', exponent: 2, pieces: 100 } as const;
    const rows = Array.from({ length: MAX_PLAN_STREAMS / 100 + 1 }, (_, i) => ({
      recipient: address(i),
      amount: 1,
      shape,
    }));
    expect((await refusal(VESTING, rows)).code).toBe('PLAN_TOO_LARGE');
  });

  it('of many schedules are by schedule, so that fundings are few; beyond 256 schedules they are refused', async () => {
    const cliffs = (count: number) =>
      Array.from({ length: 2 * count }, (_, i) => ({
        recipient: address(i),
        amount: 1,
        start: NOW,
        cliff: NOW + 1 + (i % count),
      }));
    const order = (await readPlan(VESTING, cliffs(20))).map(
      ({ draft }) => draft.group.kind === 'VESTING' && Number(draft.group.cliff),
    );
    expect(order).toEqual(Array.from({ length: 40 }, (_, i) => 1 + Math.floor(i / 2)));
    expect((await refusal(VESTING, cliffs(257))).code).toBe('PLAN_TOO_LARGE');
  });
});

describe('a plan itself', () => {
  it.each([
    [{ ...VESTING, interval: 'MONTHLY' as const }, 'interval'],
    [{ ...VESTING, pausable: true }, 'pausable'],
    [{ product: 'recurring' as const, step: 5 }, 'step'],
    [{ ...VESTING, cancelFills: 256 }, 'cancelFills'],
    [{ ...VESTING, cancelNoticeBlocks: 11 }, 'cancelNoticeBlocks'],
  ])('refuses %j', (input, field) => {
    expect(() => parsePlanHead(input, NOW, 'chipnet')).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        details: expect.objectContaining({ field }) as unknown,
      }) as Error,
    );
  });
});
