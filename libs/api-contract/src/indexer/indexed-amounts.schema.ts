import Type from 'typebox';
import { Amount, BaseAmount, TokenAmount } from '../shared/amount.schema.js';

/** An amount of BCH, and its satoshis. */
export const BchAmount = () =>
  Type.Object(
    { amount: Amount('Amount.', 'BCH'), amountBase: BaseAmount() },
    { title: 'IndexedBchAmount', description: 'Of BCH.' },
  );

/** Amounts by token category. */
export const TokenAmounts = () =>
  Type.Array(
    Type.Object(
      {
        tokenCategory: Type.String({ description: '64 hex characters.' }),
        amount: TokenAmount('Base units; exact below 2^53.'),
        amountBase: BaseAmount(),
      },
      { title: 'IndexedTokenAmount', description: 'Of one token.' },
    ),
    { description: 'By category.' },
  );

/** A bound of time in a query, Unix seconds. */
export const TimeBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: `${description} Unix seconds.` }));
