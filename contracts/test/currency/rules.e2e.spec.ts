import { rulesOf, type Rule } from '../mutation/rules.js';
import { withoutRule } from '../mutation/without-rule.js';
import { currencyRows } from './rows.js';
import { sceneOf } from './spends.js';

/** Rules that others make needless while every plan's funding is sound, by function and text, and why. */
const SECOND_LOCKS: Readonly<Record<string, string>> = {
  'stop tx.inputs[0].tokenCategory != category': 'input 0 is locked by the sender, who has no address in the plan',
  'resume tx.inputs[0].tokenCategory != tx.inputs[i].tokenCategory':
    'input 0 is locked by the sender, who has no address in the plan',
  'stop tx.inputs[i].tokenAmount > 0': 'the clock must carry units, and nobody else has any',
  'stop tx.outputs[o - 2].tokenAmount == 0': 'all units of the payment are in its clock, and nobody else has any',
  'settle tx.inputs[1].tokenCategory == tx.inputs[0].tokenCategory.split(32)[0]':
    'the units that return can come from the clock alone',
  'settle tx.outputs[0].tokenAmount == tx.inputs[1].tokenAmount': 'the clock requires it',
  'close nonce.length == 16': 'it is not a rule: it makes the nonce a part of the script',
  'refund tx.inputs[0].tokenAmount == 0': 'the clock requires it, and an active payment has none',
  'refund tx.inputs[1].tokenAmount == int(index)': 'the clock requires it',
  'add tx.inputs[0].tokenCategory == payment': 'a payment at input 0 alone can put its NFT at output 0',
};

const SOURCES = ['currency-payment', 'currency-calendar'] as const;

const nameOf = ({ function: called, text }: Rule): string => `${called} ${text}`;

describe.each(SOURCES)('each rule of %s and of its till', (source) => {
  const rows = currencyRows(sceneOf(source)).filter(({ refusedBy }) => refusedBy === 'script');
  const rules: readonly Rule[] = [source, 'currency-till'].flatMap(rulesOf);

  /** Whether some attack passes once a rule is left out. */
  const isNoticed = (rule: Rule): boolean => {
    const { concerns, isLetPast } = withoutRule(rule);
    return rows.some(({ draft }) => concerns(draft) && isLetPast(draft));
  };

  it.each(rules.map((rule) => [rule.line, rule.text, rule] as const))(
    'line %i, left out, lets an attack pass or is a second lock: %s',
    (_, __, rule) => {
      expect(isNoticed(rule)).toBe(SECOND_LOCKS[nameOf(rule)] === undefined);
    },
  );

  it('has no second lock that is not a rule', () => {
    const names = new Set(rules.map(nameOf));
    expect(Object.keys(SECOND_LOCKS).filter((name) => !names.has(name))).toEqual([]);
  });
});
