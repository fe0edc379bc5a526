import fc from 'fast-check';
import Type from 'typebox';
import { Amount, BaseAmount } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { decimalText, nameTokens } from './name-tokens.js';
import { type Token, TokenCategory } from './token.schema.js';

const token = (decimals: number | null): Token => ({
  symbol: 'WEIR',
  name: 'Weir',
  decimals,
  icon: null,
  description: null,
  verified: true,
});
const CATEGORY = 'ab'.repeat(32);
const lookup = (category: string) => (category === CATEGORY ? token(2) : null);

const Row = Type.Object({
  token_category: Nullable(TokenCategory()),
  total: Amount('All.'),
  total_base: BaseAmount(),
  refund: Nullable(Type.Object({ amount: Amount('Back.'), amountBase: BaseAmount() })),
  fee: Amount('Fee.', 'BCH'),
  feeBase: BaseAmount(),
});
const row = (category: string | null) => ({
  token_category: category,
  total: 12_345,
  total_base: '12345',
  refund: { amount: 5, amountBase: '5' },
  fee: 0.000003,
  feeBase: '300',
});

describe('names of tokens in answers', () => {
  it('are added beside the category, with amounts as decimal text, also in nested records', () => {
    const { namer, schema } = nameTokens(Type.Object({ rows: Type.Array(Row) }));
    const answer = {
      rows: [row(CATEGORY.toUpperCase()), row(null), row('cd'.repeat(32)), { ...row(null), refund: null }],
    };
    expect(namer?.categories(answer)).toEqual(new Set([CATEGORY, 'cd'.repeat(32)]));
    namer?.name(answer, lookup);
    expect(answer.rows).toMatchObject([
      { token: token(2), total_decimal: '123.45', refund: { amountDecimal: '0.05' }, feeDecimal: '0.000003' },
      { token: null, total_decimal: '0.00012345', refund: { amountDecimal: '0.00000005' }, feeDecimal: '0.000003' },
      { token: null, total_decimal: null, refund: { amountDecimal: null }, feeDecimal: '0.000003' },
      { token: null, refund: null },
    ]);
    expect(schema.properties.rows.items.required).toEqual(
      expect.arrayContaining(['token', 'total_decimal', 'feeDecimal']),
    );
    // The schema it was made from is as it was: other routes have it too.
    expect(Object.keys(Row.properties)).not.toContain('token');
  });

  it('reach records beside the one that names the category, and no amount of an unknown asset', () => {
    const claims = Type.Array(Type.Object({ amount: Amount('Paid.'), amount_base: BaseAmount() }));
    const beside = nameTokens(Type.Object({ stream: Row, claims }));
    const answer = { stream: row(CATEGORY), claims: [{ amount: 1, amount_base: '1' }] };
    beside.namer?.name(answer, lookup);
    expect(answer.claims).toEqual([{ amount: 1, amount_base: '1', amount_decimal: '0.01' }]);
    expect(nameTokens(Type.Object({ claims })).namer).toBeUndefined();
  });

  it('follow the branch of a union that an answer is of, though both give one name to different things', () => {
    const Priced = Type.Object({ fee: Amount('Of BCH.', 'BCH'), feeBase: BaseAmount() });
    const union = Type.Union([
      Type.Object({ success: Type.Literal(true), record: Row, deployment: Type.String() }),
      Type.Object({ success: Type.Literal(true), record: Priced }),
    ]);
    const { namer } = nameTokens(union);
    const [first, second] = [
      { success: true, record: row(CATEGORY), deployment: 'here' },
      { success: true, record: { fee: 0.000003, feeBase: '300' } },
    ];
    expect(namer?.categories(first)).toEqual(new Set([CATEGORY]));
    expect(namer?.categories(second)).toEqual(new Set());
    for (const answer of [first, second]) namer?.name(answer, lookup);
    expect(first).toMatchObject({ record: { token: token(2), total_decimal: '123.45', feeDecimal: '0.000003' } });
    expect(second).toEqual({ success: true, record: { fee: 0.000003, feeBase: '300', feeDecimal: '0.000003' } });
  });

  it('change nothing in a schema without them', () => {
    const schema = Type.Object({ a: Type.String(), b: Type.Array(Type.Object({ amount: Type.Number() })) });
    expect(nameTokens(schema)).toEqual({ schema, namer: undefined });
  });
});

describe('decimal text', () => {
  it.each([
    ['0', 8, '0'],
    ['1', 8, '0.00000001'],
    ['150000000', 8, '1.5'],
    ['100', 2, '1'],
    ['9223372036854775807', 18, '9.223372036854775807'],
    ['5', 0, '5'],
    ['-5', 0, '-5'],
    ['-150', 2, '-1.5'],
    ['-1', 8, '-0.00000001'],
  ])('of %s with %i decimals is %s', (base, decimals, text) => {
    expect(decimalText(base, decimals)).toBe(text);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.integer({ min: 0, max: 18 }), (base, decimals) => {
        const [whole = '', fraction = ''] = decimalText(base.toString(), decimals).split('.');
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(base);
      }),
    );
  });
});
