import fc from 'fast-check';
import Type from 'typebox';
import { Amount, BaseAmount, Success, TokenAmount } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { decimalText } from '../tokens/name-tokens.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { Moment } from '../vaults/vault.schema.js';
import { serializerOf } from './serializer-of.js';
import type { ViewOf } from './view-of.js';

const Claim = Type.Object({ amount: Amount('Paid.'), amount_base: BaseAmount() });
const Stream = Type.Object({
  stream_id: Type.String(),
  token_type: Type.Enum(['BCH', 'FUNGIBLE_TOKEN']),
  total_amount: Amount('All of it.'),
  total_amount_base: BaseAmount(),
  cliff_timestamp: Nullable(Type.Integer()),
  refund: Nullable(Claim),
  note: Type.Optional(Type.String()),
});
const Detail = Type.Object({
  success: Success(),
  stream: Stream,
  claims: Type.Array(Claim),
  fee: Amount('Fee.', 'BCH'),
  feeBase: BaseAmount(),
});

const stream: ViewOf<typeof Stream> = {
  streamId: '#1',
  tokenType: 'BCH',
  totalAmount: 150_000_000n,
  cliffTimestamp: null,
  refund: null,
};
const detail: ViewOf<typeof Detail> = { stream, claims: [{ amount: 1n }], fee: 250n };

const answerOf = (schema: object, view: unknown) => serializerOf(schema)(view, () => 'encoded');

describe('a serializer', () => {
  it('writes names, literals, nulls and the three forms of an amount as the schema has them', () => {
    expect(answerOf(Detail, detail)).toEqual({
      success: true,
      stream: {
        stream_id: '#1',
        token_type: 'BCH',
        total_amount: 1.5,
        total_amount_base: '150000000',
        cliff_timestamp: null,
        refund: null,
      },
      claims: [{ amount: 0.00000001, amount_base: '1' }],
      fee: 0.0000025,
      feeBase: '250',
    });
  });

  it('keeps the order of the properties of the schema', () => {
    const { totalAmount, ...others } = stream;
    const text = JSON.stringify(answerOf(Stream, { ...others, note: 'Last', totalAmount }));
    expect([...text.matchAll(/"(\w+)":/gu)].map(([, name]) => name)).toEqual(Object.keys(Stream.properties));
  });

  it('writes amounts of tokens in base units, of BCH beside them in BCH', () => {
    const view = { ...detail, stream: { ...stream, tokenType: 'FUNGIBLE_TOKEN', refund: { amount: 5n } } };
    expect(answerOf(Detail, view)).toMatchObject({
      stream: { total_amount: 150_000_000, refund: { amount: 5, amount_base: '5' } },
      claims: [{ amount: 1 }],
      fee: 0.0000025,
    });
  });

  it('knows the asset by the category, and tokens by their mark', () => {
    const schema = Type.Object({
      tokenCategory: Nullable(TokenCategory()),
      amount: Amount('Amount.'),
      tokenAmount: Type.Optional(TokenAmount('Tokens.')),
    });
    expect(answerOf(schema, { tokenCategory: null, amount: 3n, tokenAmount: 3n })).toMatchObject({
      amount: 0.00000003,
      tokenAmount: 3,
    });
    expect(answerOf(schema, { tokenCategory: 'aa', amount: 3n })).toEqual({ tokenCategory: 'aa', amount: 3 });
  });

  it('writes moments as ISO 8601 and encodes transactions, unless they are null', () => {
    const schema = Type.Object({
      at: Moment('When.'),
      until: Nullable(Moment('Until when.')),
      wcTransaction: WcTransaction,
      none: Nullable(WcTransaction),
    });
    expect(answerOf(schema, { at: 1_767_225_600, until: null, wcTransaction: {}, none: null })).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      until: null,
      wcTransaction: 'encoded',
      none: null,
    });
  });

  it('takes the first branch of a union whose properties the view has', () => {
    const schema = Type.Union([
      Type.Object({ success: Success(), fee: Amount('Fee.', 'BCH') }),
      Type.Object({ success: Type.Literal(false), message: Type.String() }),
    ]);
    expect(answerOf(schema, { fee: 1n })).toEqual({ success: true, fee: 0.00000001 });
    expect(answerOf(schema, { message: 'Prepare first' })).toEqual({ success: false, message: 'Prepare first' });
    expect(() => answerOf(schema, {})).toThrow('answer fits no branch of its schema');
  });

  it('names the path of what the view lacks, or has in another form', () => {
    const { totalAmount: _, ...without } = stream;
    expect(() => answerOf(Detail, { ...detail, stream: without })).toThrow('answer.stream.total_amount is missing');
    expect(() => answerOf(Detail, { ...detail, claims: [{ amount: 1 }] })).toThrow(
      'answer.claims[].amount is not an amount in base units',
    );
    expect(() => answerOf(Detail, { ...detail, claims: {} })).toThrow('answer.claims is not a list');
    expect(() => answerOf(Claim, { amount: 1n })).toThrow('The asset of answer.amount is unknown');
  });

  it('writes a number that the exact text of the amount reads as', () => {
    const serialize = serializerOf(Type.Object({ amount: Amount('BCH.', 'BCH'), amountBase: BaseAmount() }));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), (amount) => {
        const amountBase = amount.toString();
        expect(serialize({ amount }, () => undefined)).toEqual({
          amount: Number(decimalText(amountBase, 8)),
          amountBase,
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
