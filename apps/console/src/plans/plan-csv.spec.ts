import fc from 'fast-check';
import type { Plan, PlanStream } from '@weir/client';
import { typedBase } from '../format/typed-amount.js';
import { setLanguage } from '../language/text.js';
import { readImport, rowsOf } from '../table/columns.js';
import { planCsv } from './plan-csv.js';
import { newPlanDraft, readPlanDraft } from './plan-draft.js';

const CATEGORY = 'ab'.repeat(32);
const ADDRESSES = [
  'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
] as const;

const time = fc.integer({ min: 500_000_000, max: 4_000_000_000 });
const letters = fc.constantFrom("'", '=', '+', '-', '@', '"', ',', ';', '\t', '\n', ' ', 'ö', '李', '1', '.', '|');
/** A name as people give it: the service trims it. */
const label = fc
  .oneof(
    fc.string(),
    fc.array(letters, { maxLength: 8 }).map((all) => all.join('')),
  )
  .map((text) => text.trim())
  .map((text) => (text === '' ? null : text));
const row = fc.record({
  recipient: fc.constantFrom(...ADDRESSES),
  amount_base: fc.bigInt({ min: 1n, max: 2_000_000_000_000_000n }),
  label,
  start: time,
  end: fc.option(time),
  cliff: fc.option(time),
  step: fc.option(fc.integer({ min: 1, max: 31_536_000 })),
});

const plan = fc.record({
  product: fc.constantFrom('vesting', 'recurring', 'lock'),
  decimals: fc.constantFrom(0, 2, 3, 8, 18),
  isToken: fc.boolean(),
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  language: fc.constantFrom('en', 'de', 'es', 'zh', 'ar'),
});

describe('the CSV of a plan', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it('is imported with the same rows, in any language', () => {
    fc.assert(
      fc.property(plan, ({ product, decimals: published, isToken, rows, language }) => {
        setLanguage(language, () => undefined);
        const decimals = isToken ? published : 8;
        const isSalary = product === 'recurring';
        const text = planCsv(
          {
            product,
            token_type: isToken ? 'FUNGIBLE_TOKEN' : 'BCH',
            token_category: isToken ? CATEGORY : null,
            token: isToken ? { symbol: 'T', name: 'T', decimals, verified: true } : null,
          } as Plan,
          rows.map(
            (each) =>
              ({
                ...each,
                amount_per_period_base: isSalary ? each.amount_base : null,
                periods: isSalary ? 12 : null,
                next_payment_date: isSalary ? each.start : null,
                withdrawn_amount_base: 0n,
                claimable_amount_base: 1n,
                status: 'ACTIVE',
              }) as PlanStream,
          ),
        );
        expect(text.startsWith('\uFEFF')).toBe(true);
        const inBch = !isToken;
        const { rows: read, problems } = rowsOf(readImport(text, inBch), { inBch, decimals });
        expect(problems).toEqual([]);
        expect(read.map(({ amount }) => typedBase(amount, decimals))).toEqual(rows.map((each) => each.amount_base));
        const draft = { ...newPlanDraft(1_800_000_000), product, rows: read } as const;
        const terms = readPlanDraft(
          { ...draft, asset: isToken ? 'FUNGIBLE_TOKEN' : 'BCH', category: isToken ? CATEGORY : '' },
          { tokenDecimals: decimals, prefix: 'bitcoincash' },
        );
        expect('terms' in terms ? terms.terms.streams : terms.problems).toMatchObject(
          rows.map((each) => ({
            recipient: each.recipient,
            ...(each.label !== null && { label: each.label }),
            start: each.start,
            ...(each.end !== null && { end: each.end }),
            ...(!isSalary && each.cliff !== null && { cliff: each.cliff }),
            ...(!isSalary && each.step !== null && { step: each.step }),
          })),
        );
      }),
      { seed: 43, numRuns: 100 },
    );
  });
});
