import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Nullable } from '../shared/nullable.js';

/** The same contract as the indexer sees it in mined blocks. */
export const Onchain = Type.Object(
  {
    vestedAmount: Amount('Vested at `asOf`.'),
    vestedAmountBase: BaseAmount(),
    releasedAmount: Amount('Paid to the recipient.'),
    releasedAmountBase: BaseAmount(),
    commitment: Nullable(Type.String({ description: 'Hex; null once the contract has ended.' })),
    height: Type.Integer({ description: 'Of the block with its last transaction.' }),
    asOf: Type.Integer({ description: 'Unix seconds.' }),
  },
  {
    title: 'Onchain',
    description:
      'As the indexer sees it in mined blocks; null while it does not know it, or does not answer. Only where the API is connected to one.',
  },
);
export type Onchain = Static<typeof Onchain>;

/** The property of a record that holds it. */
export const onchain = { onchain: Type.Optional(Nullable(Onchain)) };
