import Type from 'typebox';
import { BaseAmount, TokenAmount } from '../shared/amount.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

/** Tokens that a funding takes; no field is there for BCH. */
export const FundingTokens = Type.Object({
  tokenCategory: Type.Optional(
    TokenCategory('Category of the tokens the output behind the state must hold; absent for BCH.'),
  ),
  tokenAmount: Type.Optional(TokenAmount('How many, in base units.')),
  tokenAmountBase: Type.Optional(BaseAmount()),
});
