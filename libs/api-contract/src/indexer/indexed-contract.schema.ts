import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { ContractAddress, TransactionHash } from '../shared/fields.schema.js';
import { Nullable, NullableEnum } from '../shared/nullable.js';

const height = (description: string) => Type.Integer({ description: `Height of the block that holds ${description}.` });
const seconds = (description: string) => Type.Integer({ description: `${description} Unix seconds.` });

export const IndexedStatus = Type.Enum(['ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'], {
  description: 'As the chain has it.',
});

export const API_STATUSES = ['confirmed', 'unconfirmed', 'other', 'unknown'] as const;
export const API_STATUS_WORDS =
  'What the API has of it: `confirmed` its funding, `unconfirmed` a record that waits for the confirm call, `other` a record that follows another deployment at the address, `unknown` no record.';

export const IndexedContract = Type.Object(
  {
    contractAddress: ContractAddress(),
    product: Type.String({
      description: 'What the announcement names; of streams of a plan with `PLAN_` before it.',
      examples: ['VESTING_BCH', 'PLAN_VESTING_BCH'],
    }),
    sender: Type.String({
      description:
        'Cash address of the sender, or creator, that the announcement names: who gets back what is left. Of a plan it may be that of a script. Anybody can name them by funding; that they paid is not proven.',
    }),
    recipient: Nullable(Type.String({ description: 'Cash address; null where many are.' })),
    tokenType: Type.Enum(['BCH', 'FUNGIBLE_TOKEN']),
    tokenCategory: Nullable(Type.String({ description: '64 hex characters.' })),
    totalAmount: Amount('What the contract pays in all.'),
    totalAmountBase: BaseAmount(),
    releasedAmount: Amount('Paid to recipients so far.'),
    releasedAmountBase: BaseAmount(),
    vestedAmount: Amount(
      'Earned by the recipient at `asOf`, under the notice of a cancel as well; of a contract that ended, what was paid.',
    ),
    vestedAmountBase: BaseAmount(),
    commitment: Nullable(Type.String({ description: "The state NFT's, hex; null once the contract has ended." })),
    status: IndexedStatus,
    terms: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What else was announced: times (Unix seconds), intervals, notice. Of a stream of a plan also `planCategory`, `planIndex`, `planGroup`, `planNonce`, `feeBoundSatoshis`, `cancelFills`.',
    }),
    fundedTxHash: TransactionHash('The funding.'),
    fundedVout: Type.Integer({ description: "The state's output in it. Hash and output name this instance." }),
    fundedHeight: height('the funding'),
    fundedAt: seconds('Time of that block.'),
    lastTxHash: TransactionHash('The last transition.'),
    lastHeight: height('it'),
    lastAt: seconds('Time of that block.'),
    apiStatus: NullableEnum(
      API_STATUSES,
      `${API_STATUS_WORDS} Null where the indexer is not told where the API is, or the API's database is away.`,
    ),
    apiProduct: NullableEnum(
      ['stream', 'payment', 'airdrop'],
      'Which kind of record it is, which the chain does not tell of RECURRING streams and payments; null without a record.',
    ),
    apiDifference: Nullable(
      Type.String({
        description: 'Why the record says something else, in words; null where both agree, or nothing is known of it.',
      }),
    ),
  },
  { title: 'IndexedContract', description: 'A contract at its funding outpoint, as mined blocks show it.' },
);
export type IndexedContract = Static<typeof IndexedContract>;

export const IndexedEvent = Type.Object(
  {
    event: Type.String({ description: '`fund`, `claim`, `push`, `cancel`, `refund`, ...', examples: ['claim'] }),
    txHash: TransactionHash('The transaction.'),
    height: height('it'),
    time: seconds('Time of that block.'),
    locktime: seconds('What the transaction is dated to.'),
    status: IndexedStatus,
    paidToRecipient: Amount('Paid to the recipient.'),
    paidToRecipientBase: BaseAmount(),
    paidToSender: Amount('Returned to the sender.'),
    paidToSenderBase: BaseAmount(),
    releasedAmount: Amount('Paid to recipients up to it.'),
    releasedAmountBase: BaseAmount(),
    commitment: Nullable(Type.String({ description: 'The one it left.' })),
  },
  { title: 'IndexedEvent', description: 'A mined transaction of the lineage.' },
);

export const CommitmentChange = Type.Object(
  {
    commitment: Nullable(Type.String({ description: 'Hex; null at the end.' })),
    height: height('the transaction'),
    time: seconds('Time of that block.'),
    txHash: TransactionHash('The transaction that made it.'),
    releasedAmount: Amount('What it says was released.'),
    releasedAmountBase: BaseAmount(),
    difference: Amount('Released more than by the one before: what had vested between.'),
    differenceBase: BaseAmount(),
  },
  { title: 'CommitmentChange', description: 'A commitment, and how it differs from the one before.' },
);
