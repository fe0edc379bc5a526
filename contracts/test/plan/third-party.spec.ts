import { spentAt } from '../attacks/mutations.js';
import { validChanges } from '../support/push-changes.js';
import { KINDS } from './covenant.js';
import { planSpends } from './honest-spends.js';

describe.each(KINDS)('a third party who changes one push of %s', (kind) => {
  it.each(planSpends(kind).map((spend) => [spend.name, spend] as const))('voids it: %s', (_, spend) => {
    expect(validChanges(spend.draft, spentAt(spend))).toEqual([]);
  });
});
