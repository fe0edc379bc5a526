import { rulesOf, type Rule } from '../mutation/rules.js';
import { secondLockOf } from '../mutation/second-locks.js';
import { withoutRule } from '../mutation/without-rule.js';
import { sampled } from '../support/bytes.js';
import type { Draft } from '../support/transaction.js';
import { changesOf } from './changes.js';
import { KINDS } from './covenant.js';
import { calendarRows } from './rows.js';
import { calendarSpends } from './spends.js';

const nameOf = ({ function: called, text }: Rule): string => `${called} ${text}`;

/** At night every rule. */
const EVERY = 5;

describe.each(KINDS)('each rule of %s', (kind) => {
  const drafts: readonly Draft[] = [
    ...calendarRows(kind).map(({ draft }) => draft),
    ...calendarSpends(kind).flatMap((spend) => changesOf(spend).map(([, draft]) => draft)),
  ];
  const rules = sampled(rulesOf(kind), EVERY);

  it.each(rules.map((rule) => [rule.function, rule.text, rule] as const))(
    'left out of %s, lets an attack pass or is a second lock: %s',
    (_, __, rule) => {
      const { concerns, isLetPast } = withoutRule(rule);
      const isNoticed = drafts.some((draft) => concerns(draft) && isLetPast(draft));
      expect([nameOf(rule), isNoticed]).toEqual([nameOf(rule), secondLockOf(rule) === undefined]);
    },
  );
});
