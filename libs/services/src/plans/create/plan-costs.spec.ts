import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import { addressOf, lockingBytecodeOf } from '@weir/covenants';
import { lockLayout } from '../layout/lock-layout.js';
import { readRows } from '../recipients/read-rows.js';
import { parsePlanHead } from '../terms/plan-defaults.js';
import { costsOf } from './plan-costs.js';

const NOW = 1_800_000_000;
const HOUR = 3_600;
const hash = (name: number) => hash160(numberToBinUint32LE(name));

/** A list of locks, each with a schedule of its own, divided into parts. */
const partsOf = async (rows: number) => {
  const head = parsePlanHead({ product: 'lock', start: NOW, end: NOW + HOUR }, NOW, 'chipnet');
  const layout = lockLayout({ tokenCategory: null, sender: lockingBytecodeOf(hash(0)), payments: null, delay: 0 });
  const given = Array.from({ length: rows }, (_, i) => ({
    line: undefined,
    row: { recipient: addressOf(hash(i + 1), 'chipnet'), amount: 1, end: NOW + (i + 1) * HOUR },
  }));
  return layout.cut(await readRows(given, head, layout, 'chipnet'), false);
};

describe('the costs of a list', () => {
  it('are those of its fundings, and let other requests run between two of them', async () => {
    const seen: string[] = [];
    const parts = (await partsOf(30)).map((part) => ({
      ...part,
      cost: (options: Parameters<typeof part.cost>[0]) => {
        seen.push('funding');
        return part.cost(options);
      },
    }));
    let other = setImmediate(function run() {
      seen.push('other');
      other = setImmediate(run);
    });
    const costs = await costsOf(parts, {});
    clearImmediate(other);
    // A funding announces eleven schedules.
    expect(costs.fundings.map(({ streams }) => streams)).toEqual([11, 11, 8]);
    expect(costs.amount).toBe(30n * 100_000_000n);
    expect(costs.satoshis).toBe(costs.fundings.reduce((sum, { satoshis }) => sum + satoshis, 0n));
    expect(seen).toEqual(['funding', 'other', 'funding', 'other', 'funding']);
  });
});
