import Type, { type Static } from 'typebox';
import { CHAIN_RECORDS, CONTRACT_STATUSES, MAX_TIME, TOKEN_TYPES } from '@weir/kinds';
import {
  amountFields,
  Answer,
  BaseAmount,
  ContractAddress,
  Integer,
  MAX_ADDRESS_LENGTH,
  Named,
  Text,
  TextOrNull,
  TokenAmount,
  TransactionHash,
} from '../shared/fields.schema.js';
import { NullableEnum } from '../shared/marks.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

/** An amount of BCH, and its satoshis. */
export const BchAmount = () => Named('IndexedBchAmount', 'Of BCH.', { ...amountFields('amount', 'Amount.', 'BCH') });

export const TokenAmounts = () =>
  Type.Array(
    Named('IndexedTokenAmount', 'Of one token.', {
      tokenCategory: Text('64 hex characters.'),
      amount: TokenAmount('Base units; exact below 2^53.'),
      amountBase: BaseAmount(),
    }),
    { description: 'By category.' },
  );

/** A bound of time in a query, Unix seconds. */
export const TimeBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number(MAX_TIME), description: `${description} Unix seconds.` }));

const height = (description: string) => Integer(`Height of the block that holds ${description}.`);
const seconds = (description: string) => Integer(`${description} Unix seconds.`);

export const IndexedStatus = Type.Enum([...CONTRACT_STATUSES], {
  description: 'As the chain has it.',
});

export const API_STATUSES = ['confirmed', 'unconfirmed', 'other', 'unknown'] as const;
export const API_STATUS_WORDS =
  'The record of the API: `confirmed` has its funding, `unconfirmed` a record that waits for the confirm call, `other` a record that follows another deployment at the address, `unknown` no record.';

export const IndexedContract = Named(
  'IndexedContract',
  'A contract at its funding outpoint, as mined blocks show it.',
  {
    contractAddress: ContractAddress(),
    product: Text(
      'The product that the announcement names; of streams and payments with the prefix `PLAN_`, by the calendar `CALENDAR_`.',
      {
        examples: ['PLAN_VESTING_BCH', 'AIRDROP_WHITELIST_BCH', 'CURRENCY_PAYMENT'],
      },
    ),
    sender: Text(
      'Cash address of the sender, or creator, that the announcement names: who gets back what is left. Of a plan it may be that of a script. Of a purse its treasury, of a roster the roster itself. Anybody can name them by funding; that they paid is not proven.',
    ),
    recipient: TextOrNull('Cash address; null where many are. Of a purse that of the key that pays; of a roster null.'),
    tokenType: Type.Enum([...TOKEN_TYPES]),
    tokenCategory: TextOrNull('64 hex characters.'),
    ...amountFields(
      'totalAmount',
      'What the contract pays in all; of a payment in a currency what its funding put in beyond the reserve, and top-ups are not in it; of a purse what it was opened with, of a roster its first deposit.',
    ),
    ...amountFields(
      'releasedAmount',
      'Paid to recipients so far; of a roster everything in BCH that left its address.',
    ),
    ...amountFields(
      'vestedAmount',
      'Earned by the recipient at `asOf`, under the notice of a cancel as well; of a payment in a currency with its debt; of a contract that ended, what was paid.',
    ),
    commitment: TextOrNull(
      "The state NFT's, hex; null once the contract has ended. A purse has no NFT: what is left of its limit, as its script has it (8 bytes, little-endian).",
    ),
    status: IndexedStatus,
    terms: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What else was announced: times (Unix seconds), intervals, notice. Of a stream of a plan also `planCategory`, `planIndex`, `planGroup`, `planNonce`, `feeSatoshis`, `floorSatoshis`, `cancelFills`. By the calendar `months`, `day`, `time`, `utcOffset` of its dates, or `tranches`. Of a payment in a currency `currency`, `oracle` (its public key), `decimals` of its prices, `amountPerPeriod`, `lowestPrice` and `highestPrice` in its smallest units, `periods` (null without an end), `topUpAddress`. Of a purse `limitBase`, `periodBlocks` in which the limit refills, `listHash` of its payees (each payment shows their hashes), `signerHashes`. Of a roster `category`.',
    }),
    current: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What its state says beside; empty where it says no more, and once it has ended. Of a stream by the calendar `nextDue` (Unix seconds; null where nothing falls due), of a salary `periodsLeft`, of tranches `tranchesLeft`. Of a payment in a currency `owedSatoshis`, `periodsLeft`, `periodsOpen` (fewer while it is paused), `nextDue` (Unix seconds; null where nothing falls due). Of a purse `leftBase`, what may leave it at once. Of a roster `phase` (`active` or `recovering`), `signerHashes` and `guardianHash` (null without a guardian), `quietBlocks`, `reviewBlocks`, `spends`.',
    }),
    fundedTxHash: TransactionHash('The funding.'),
    fundedVout: Integer("The state's output in it. Hash and output name this instance."),
    fundedHeight: height('the funding'),
    fundedAt: seconds('Time of that block.'),
    lastTxHash: TransactionHash('The last transition.'),
    lastHeight: height('it'),
    lastAt: seconds('Time of that block.'),
    apiStatus: NullableEnum(
      API_STATUSES,
      `${API_STATUS_WORDS} Null without API_DATABASE_URL, or while the database of the API is unavailable.`,
    ),
    apiProduct: NullableEnum(
      CHAIN_RECORDS,
      'The kind of record; the chain does not distinguish RECURRING streams from payments. Null without a record.',
    ),
    apiDifference: TextOrNull(
      'Why the record says something else, in words; null where both agree, or nothing is known of it.',
    ),
  },
);
export type IndexedContract = Static<typeof IndexedContract>;

export const IndexedEvent = Named('IndexedEvent', 'A mined transaction of the lineage.', {
  event: Text(
    '`fund`, `claim`, `push`, `cancel`, `refund`, ...; of payments in a currency also `pay`, `payDebt`, `topUp`, of purses `pay`, `home`, `close`, of rosters `spend`, `exchange`, `call`, `veto`, `recovery`.',
    {
      examples: ['claim'],
    },
  ),
  txHash: TransactionHash('The transaction.'),
  height: height('it'),
  time: seconds('Time of that block.'),
  locktime: seconds('What the transaction is dated to.'),
  status: IndexedStatus,
  ...amountFields('paidToRecipient', 'Paid to the recipient.'),
  ...amountFields('paidToSender', 'Returned to the sender.'),
  ...amountFields('releasedAmount', 'Paid to recipients up to it.'),
  commitment: TextOrNull('The one it left.'),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What it says beside; empty where it says no more. Of a payment by the calendar the numbers of the first and last period, installment or tranche that it pays (`firstNumber`, `lastNumber`), and when they came (`firstPayday`, `lastPayday`, Unix seconds). Of a step of a payment in a currency `owedSatoshis` after it. Of its `pay` the period’s date `due`, the `price` that the oracle signed, in its smallest units, `priceTime`, `messageNumber`, `priceNumber` and `periodSatoshis`, what the period comes to. Of its `topUp` `addedSatoshis`, and whether they came from the address of top-ups (`isFromTill`). Of a purse’s `pay` the `payee`, `spentBase`, `leftBase`, `heldBase`, the age that it claims (`ageBlocks`) and the `payeeHashes` of the whole list. Of each step of a roster its members after it, as in `current`.',
  }),
});

export const CommitmentChange = Named('CommitmentChange', 'A commitment, and how it differs from the one before.', {
  commitment: TextOrNull('Hex; null at the end.'),
  height: height('the transaction'),
  time: seconds('Time of that block.'),
  txHash: TransactionHash('The transaction that made it.'),
  ...amountFields('releasedAmount', 'The released amount by the record of the API.'),
  ...amountFields('difference', 'Released more than by the one before: what had vested between.'),
});

/** Most instances in one request: as many rows as the API's unpaged lists have. */
const MAX_ITEMS = 1_000;

const { contractAddress, fundedTxHash, fundedVout, commitment, status } = IndexedContract.properties;
const { vestedAmount, vestedAmountBase, releasedAmount, releasedAmountBase } = IndexedContract.properties;
const { lastTxHash, lastHeight } = IndexedContract.properties;

export const IndexedState = Named('IndexedState', 'The state of a contract in mined blocks.', {
  contractAddress,
  fundedTxHash,
  // Optional, so that an API can read the answers of an indexer of the previous version.
  fundedVout: Type.Optional(fundedVout),
  vestedAmount,
  vestedAmountBase,
  releasedAmount,
  releasedAmountBase,
  commitment,
  status,
  lastTxHash,
  lastHeight,
});

export const IndexedStatesBody = RequestBody(
  {
    fundings: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: '64 hex characters.' }), {
        maxItems: MAX_ITEMS,
        description: 'Hashes of the transactions that funded them.',
      }),
    ),
    outpoints: Type.Optional(
      Type.Array(
        Type.String({
          // Nine digits: far more outputs than a transaction has room for, and all of them fit a database's integer.
          pattern: '^[0-9a-fA-F]{64}:(0|[1-9][0-9]{0,8})$',
          description: 'Hash and output: `hash:output`.',
        }),
        {
          maxItems: MAX_ITEMS,
          description:
            'Their funding outputs: of a plan, whose streams share transaction and address, the streams that are meant.',
        },
      ),
    ),
    contractAddresses: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_ADDRESS_LENGTH, description: 'P2SH32 cash address.' }), {
        maxItems: MAX_ITEMS,
        description: 'Where no funding is known: of each the first valid instance.',
      }),
    ),
  },
  { title: 'IndexedStatesBody', description: 'Which contracts.' },
);
export type IndexedStatesBody = Static<typeof IndexedStatesBody>;

export const IndexedStatesResponse = Answer('IndexedStatesResponse', 'The states of contracts.', {
  states: Type.Array(IndexedState, { description: 'Those that are known, in no order.' }),
  asOf: Integer('Time of the vested amounts, Unix seconds.'),
});
export type IndexedStatesResponse = Static<typeof IndexedStatesResponse>;

export const readIndexedStates = route('indexer', {
  operationId: 'readIndexedStates',
  summary: 'Read the states of many contracts in one call',
  description:
    'Contracts of all lists by their fundings, their outputs or their addresses. Changes nothing: a POST because the hashes of a long list fit no URL. A funding of a plan has a state for each of its streams; of more than 2,000 states in all INVALID_REQUEST asks for fewer fundings.',
  body: IndexedStatesBody,
  response: { 200: IndexedStatesResponse },
  errors: ['INVALID_ADDRESS', 'INVALID_REQUEST'],
});
