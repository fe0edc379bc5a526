import { Chance } from '@weir/testing';
import { RUNS, seedOf } from '../support/bytes.js';
import { FORMS } from './currency.js';
import { live } from './lives.js';
import { randomPayments } from './random.js';

it.each(FORMS)(
  'no life of %s pays a date twice, early or at another price, or gives anybody what is not theirs',
  (form) => {
    const payments = randomPayments(form);
    const chance = new Chance(seedOf(51));
    const all = new Map<string, number>();
    let refused = 0;
    for (let life = 0; life < RUNS(25); life += 1) {
      const lived = live(payments, chance, 60, life);
      for (const [name, count] of lived.steps) all.set(name, (all.get(name) ?? 0) + count);
      refused += lived.refused;
    }
    for (const name of ['pay', 'stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund'])
      expect([name, all.has(name)]).toEqual([name, true]);
    expect(refused).toBeGreaterThan(RUNS(40));
  },
);
