import { named32, sampled } from '../support/bytes.js';
import { accept } from '../support/judge.js';
import { createAddress, holdsTokens, KINDS } from './covenant.js';
import { tipAt } from './honest-spends.js';
import { ruleRows } from './rule-rows.js';
import { basesOf, expectRefused, loneRows, siblingRows } from './sibling-rows.js';
import { DAY, PLAN } from './stream.js';

describe.each(KINDS)('%s', (kind) => {
  const address = createAddress(kind);

  it('passes what the rows are made from', () => {
    for (const { draft, time } of basesOf(address)) accept(draft, tipAt(time));
  });

  it('keeps its units and its clock to itself', () => {
    expectRefused(sampled(loneRows(address), 2));
  });

  it('refuses what single rules are for', () => {
    expectRefused(ruleRows(kind, createAddress));
  });

  it.each(KINDS.map((other, at) => [other, at] as const))('against %s beside it', (other, at) => {
    // Streams of both assets are never of one plan, but may share a transaction.
    const category = holdsTokens(other) === holdsTokens(kind) ? PLAN : named32('category of another plan');
    const terms = other === kind ? { notice: 144n, cliff: 30n * DAY, step: DAY } : {};
    expectRefused(sampled(siblingRows(address, createAddress(other, terms), category), 8, at));
  });
});
