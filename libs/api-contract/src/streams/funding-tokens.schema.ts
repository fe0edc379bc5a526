import Type from 'typebox';
import { BaseAmount } from '../shared/amount.schema.js';

/** What a funding takes of a token; nothing of it is there for BCH. */
export const FundingTokens = Type.Object({
  tokenCategory: Type.Optional(
    Type.String({ description: 'Category of the tokens the output behind the state must hold; absent for BCH.' }),
  ),
  tokenAmount: Type.Optional(Type.Number({ description: 'How many, in base units.' })),
  tokenAmountBase: Type.Optional(BaseAmount()),
});
