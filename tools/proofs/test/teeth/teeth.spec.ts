import { rulesOf, SOURCES } from '../contract-trials.js';
import { findTransaction } from './find-transaction.js';
import { isOf, readTeeth } from './record.js';

/** One of so many rules is left out with every test; all of them by `npm run teeth`. */
const EVERY = 61;

describe('the record of rules left out', () => {
  it.each(SOURCES)('%s: has every current rule, and settles it', async (source) => {
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

/** Faults that covenants of others had, as the rules against them. */
const HISTORY = [
  [
    'fungible tokens drained beside an NFT of their category',
    'plan-vesting-token',
    'pay',
    'tx.outputs[1].tokenAmount == principal - due',
  ],
  [
    'an emptied state without its clock',
    'plan-vesting-bch',
    'end',
    'tx.inputs[1].tokenCategory == tx.inputs[0].tokenCategory.split(32)[0]',
  ],
  [
    'a cancel dated back, and a refund before anybody can push what vested in its last hour',
    'plan-vesting-bch',
    'refund',
    'within(tx.inputs[1].sequenceNumber, notice, 65536)',
  ],
  [
    'a pause that moves the date',
    'plan-recurring-token',
    'stop',
    'tx.outputs[o - 1].nftCommitment == index + becomes + bytes2(after) + bytes5(int(next) + periods * interval) + terms',
  ],
] as const;

describe('known faults of covenants', () => {
  it.each(HISTORY)('are found again: %s', async (_, source, called, text) => {
    const tooth = (await readTeeth())[source]?.find((each) => each.function === called && each.rule === text);
    expect(tooth).toMatchObject({ transaction: expect.any(String) as string, claim: expect.any(String) as string });
  });
});
