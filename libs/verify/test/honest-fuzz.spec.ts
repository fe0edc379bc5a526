import fc from 'fast-check';
import { lockingBytecodeOf, type PlanDraft, type PlanProduct } from '@weir/covenants';
import { verify } from '../src/index.js';
import { hashOf, NOW } from './support/coins.js';
import { planFlows } from './support/plan-flows.js';

const DAY = 86_400;
const RUNS = Number(process.env['WEIR_HONEST_PLANS'] ?? 12);

const group = {
  noticeBlocks: fc.integer({ min: 36, max: 4_000 }),
  isCancelable: fc.boolean(),
  isPausable: fc.boolean(),
};

const vesting = fc
  .record({
    ...group,
    total: fc.bigInt({ min: 50_000n, max: 100_000_000n }),
    age: fc.integer({ min: -300, max: 300 }),
    days: fc.integer({ min: 1, max: 2_000 }),
    cliffPercent: fc.integer({ min: 0, max: 100 }),
    step: fc.constantFrom(1n, 3_600n, 86_400n, 2_592_000n),
    recipient: fc.integer({ min: 1, max: 200 }),
  })
  .map(
    ({
      total,
      age,
      days,
      cliffPercent,
      step,
      recipient,
      noticeBlocks,
      isCancelable,
    }): PlanDraft['streams'][number] => ({
      kind: 'VESTING',
      recipient: lockingBytecodeOf(hashOf(recipient)),
      total,
      start: NOW - BigInt(age * DAY),
      end: NOW - BigInt(age * DAY) + BigInt(days * DAY),
      group: {
        kind: 'VESTING',
        cliff: BigInt(Math.floor((days * DAY * cliffPercent) / 100)),
        step,
        noticeBlocks: isCancelable ? noticeBlocks : 0,
      },
    }),
  );

const recurring = fc
  .record({
    ...group,
    amount: fc.bigInt({ min: 50_000n, max: 10_000_000n }),
    periods: fc.integer({ min: 1, max: 60 }),
    age: fc.integer({ min: -100, max: 300 }),
    days: fc.integer({ min: 1, max: 90 }),
    recipient: fc.integer({ min: 1, max: 200 }),
  })
  .map(
    ({
      amount,
      periods,
      age,
      days,
      recipient,
      noticeBlocks,
      isCancelable,
      isPausable,
    }): PlanDraft['streams'][number] => ({
      kind: 'RECURRING',
      recipient: lockingBytecodeOf(hashOf(recipient)),
      amount,
      periods,
      firstDue: NOW - BigInt(age * DAY),
      group: {
        kind: 'RECURRING',
        interval: BigInt(days * DAY),
        cancelable: isCancelable,
        pausable: isCancelable && isPausable,
        noticeBlocks: isCancelable ? noticeBlocks : 0,
      },
    }),
  );

const plans = fc.oneof(
  fc.record({
    product: fc.constantFrom<PlanProduct>('VESTING_BCH', 'VESTING_TOKEN'),
    streams: fc.array(vesting, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    product: fc.constantFrom<PlanProduct>('RECURRING_BCH', 'RECURRING_TOKEN'),
    streams: fc.array(recurring, { minLength: 1, maxLength: 4 }),
  }),
);

describe('verify', () => {
  it(`accepts every transaction in the lives of ${RUNS} random plans`, () => {
    let accepted = 0;
    fc.assert(
      fc.property(plans, ({ product, streams }) => {
        for (const { request, signer, asked } of planFlows(product, streams)) {
          verify(request, signer, asked);
          accepted += 1;
        }
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS);
    if (RUNS > 100) console.log(`${accepted} honest transactions were accepted`);
  });
});
