import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, TokenAmount } from '../shared/amount.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

const TokenVolume = Type.Object(
  {
    tokenCategory: TokenCategory('64 hex characters.'),
    amount: TokenAmount('Base units; exact below 2^53.'),
    amountBase: BaseAmount(),
    pendingAmount: TokenAmount('The same of what is PENDING: nobody has paid it.'),
    pendingAmountBase: BaseAmount(),
  },
  { title: 'TokenVolume', description: 'Of one token.' },
);

/** Figures over everything that matches. */
export const ActivityStats = Type.Object(
  {
    totalVolume: Amount(
      'What all that match and are in BCH were funded with, whatever became of them: of streams and payments the total, of campaigns what their claims can take, of proposals what was carried out.',
      'BCH',
    ),
    totalVolumeBase: BaseAmount(),
    pendingVolume: Amount(
      'The total amounts of all that match, are in BCH and PENDING: asked for, and paid by nobody yet.',
      'BCH',
    ),
    pendingVolumeBase: BaseAmount(),
    volumeByToken: Type.Array(TokenVolume, {
      description:
        'The same of what is in tokens: of up to 100 tokens with the most funded records, those that match; the most used one first.',
    }),
    activeCount: Type.Integer({ description: 'Active ones, paused payments among them.' }),
    completedCount: Type.Integer({ description: 'Completed ones.' }),
    totalCount: Type.Integer({ description: 'All of them, whatever their status.' }),
  },
  {
    title: 'ActivityStats',
    description: 'Figures over all rows that match type, token and status, on all pages together.',
  },
);
export type ActivityStats = Static<typeof ActivityStats>;
