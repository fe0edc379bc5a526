import { rulesOf, SOURCES } from '@weir/contracts/mutation';
import { findTransaction } from './find-transaction.js';
import { isOf, readTeeth } from './record.js';

/** One of so many rules is left out with every test; all of them by `npm run teeth`. */
const EVERY = 61;

describe('the record of rules left out', () => {
  it.each(SOURCES)('%s: has every rule as it stands, and settles it', async (source) => {
    const teeth = (await readTeeth())[source] ?? [];
    expect(teeth.map((tooth) => [tooth.function, tooth.rule])).toEqual(
      rulesOf(source).map((rule) => [rule.function, rule.text]),
    );
    expect(
      teeth.filter(({ transaction, secondLock }) => (transaction === undefined) === (secondLock === undefined)),
    ).toEqual([]);
  });

  it('has no other source', async () => {
    expect(Object.keys(await readTeeth()).sort()).toEqual([...SOURCES].sort());
  });

  it('names transactions that pass without their rule, and not with it', async () => {
    const record = await readTeeth();
    const recorded = SOURCES.flatMap((source) =>
      rulesOf(source).flatMap((rule) => {
        const name = record[source]?.find((tooth) => isOf(rule, tooth))?.transaction;
        return name === undefined ? [] : [{ rule, name }];
      }),
    );
    for (const { rule, name } of recorded.filter((_, place) => place % EVERY === 0))
      expect([rule, findTransaction(rule, name)]).toEqual([rule, name]);
  });
});
