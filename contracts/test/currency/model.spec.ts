import { RUNS } from '../support/bytes.js';
import { comparePayments } from './compare.js';
import { FORMS } from './currency.js';

it.each(FORMS)('%s accepts exactly the random transactions that the rules allow', (form) => {
  const { accepted, refused, difference } = comparePayments(form, RUNS(500), 1);
  expect(difference).toBeUndefined();
  // The search reaches both sides of every path.
  for (const path of ['pay', 'stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep', 'till 0'])
    for (const [side, counts] of Object.entries({ accepted, refused }))
      expect([path, side, counts.has(path)]).toEqual([path, side, true]);
});
