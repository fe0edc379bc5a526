import { ALL_CLAIMS } from '../src/claims/all-claims.js';
import { digestOf, questionsOf } from '../src/prove/questions.js';
import { readRecord } from '../src/prove/record.js';

/** Whether a proof has been made of what is there now. That it is one, `npm run prove` shows: it needs a solver. */
describe('the record of what was proven', () => {
  it.each(ALL_CLAIMS.map((group) => [group.name, group] as const))(
    '%s: is of these claims and these artifacts, and every question was decided',
    async (name, group) => {
      const questions = questionsOf(group);
      const record = (await readRecord())[name];
      expect(record).toMatchObject({ digest: digestOf(questions), questions: questions.length });
      expect(record?.decided['z3']).toBe(questions.length);
    },
  );

  it('has no group that is not claimed any more', async () => {
    expect(Object.keys(await readRecord()).sort()).toEqual(ALL_CLAIMS.map(({ name }) => name).sort());
  });

  it('has names for its claims in words', () => {
    for (const { claims, obligations } of ALL_CLAIMS)
      for (const { name } of obligations())
        expect(['can be taken', 'there is such', ...Object.keys(claims)].some((claim) => name.includes(claim))).toBe(
          true,
        );
  });
});
