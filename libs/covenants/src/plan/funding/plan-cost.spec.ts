import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../../chain/address.js';
import { defaultPlanFees } from '../plan-limits.js';
import { buildPlanFunding } from '../transactions/fund-plan.js';
import { cutPlan, planPartOf, planRow } from './cut-plan.js';
import { planCost } from './plan-cost.js';
import type { PlanFrame, PlannedStream } from './plan-draft.js';

const START = 1_800_000_000n;
const ASSET = 'cd'.repeat(32);
const hash = (name: number) => hash160(numberToBinUint32LE(name));
const TIP = { height: 900_000, medianTimePast: Number(START) };

const frameOf = (product: PlanFrame['product']): PlanFrame => ({
  product,
  sender: lockingBytecodeOf(hash(0)),
  nonce: new Uint8Array(16).fill(5),
  ...defaultPlanFees(product),
  cancelFills: 17n,
  delay: 1_008,
});

const rowsOf = (frame: PlanFrame, count: number): PlannedStream[] =>
  Array.from({ length: count }, (_, i) => {
    const row = planRow(
      frame,
      {
        kind: 'VESTING',
        // Every third recipient has two streams, and one note.
        recipient: lockingBytecodeOf(hash(i % 3 === 2 ? i - 1 : i)),
        total: 1_000_000n + BigInt(i),
        start: START,
        end: START + 1_000_000n,
        group: { kind: 'VESTING', cliff: BigInt(i % 5), step: 1n, noticeBlocks: 36 },
      },
      i + 1,
      'mainnet',
    );
    if (typeof row === 'string') throw new Error(row);
    return row;
  });

describe('planCost', () => {
  it.each(['VESTING_BCH', 'VESTING_TOKEN'] as const)('of %s is what a wallet of one coin pays', (product) => {
    const frame = frameOf(product);
    const [run] = cutPlan(frame, rowsOf(frame, 50));
    if (run === undefined) throw new Error('There are rows');
    const cost = planCost(frame, run, { feeRate: 1_200n });
    const asset = product === 'VESTING_TOKEN' ? ASSET : undefined;
    const wallet = {
      hash: hash(0),
      coins: [
        { txid: '11'.repeat(32), vout: 0, satoshis: 1_000_000_000n },
        ...(asset === undefined
          ? []
          : [{ txid: '12'.repeat(32), vout: 1, satoshis: 0n, token: { category: ASSET, amount: cost.principal } }]),
      ],
    };
    const { transaction } = buildPlanFunding(planPartOf(frame, run.streams, 'mainnet'), wallet, TIP, asset, {
      feeRate: 1_200n,
    });
    const paid = 1_000_000_000n - (transaction.outputs[0]?.amount ?? 0n);
    expect(cost.principal).toBe(50_000_000n + (49n * 50n) / 2n);
    // Signatures and counts vary by some bytes.
    expect(Math.abs(cost.bytes - transaction.size)).toBeLessThan(20);
    expect(Number(paid - cost.satoshis)).toBeLessThan(25);
    expect(Number(cost.satoshis - paid)).toBeLessThan(25);
  });
});
