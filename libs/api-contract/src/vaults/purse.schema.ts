import Type, { type Static } from 'typebox';
import { MAX_PAYEES, PURSE_STATUSES } from '@weir/kinds';
import {
  AmountInput,
  amountFields,
  Answer,
  ContractAddress,
  Flag,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddress,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { idParams, NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import {
  callerLenient,
  callerOptional,
  callerRequired,
  CONFIRM_ERRORS,
  ConfirmBody,
  confirmedFields,
  Finality,
  route,
} from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { Moment, VaultParams } from './vault.schema.js';

export const PurseStatus = Type.Enum([...PURSE_STATUSES], {
  description:
    '`ACTIVE` while it holds money; `HOME` once a signer sent its money to the vault, `CLOSED` once two took it back or renewed it with other terms. `PENDING` is not listed: the chain took its opening back.',
});
export type PurseStatus = Static<typeof PurseStatus>;

/** Path parameters of a single purse. */
const PurseParams = idParams('purse');

const purseFields = {
  id: Uuid(),
  vaultId: Uuid('Of the vault whose money it is.'),
  vaultName: Text("The vault's name."),
  vaultAddress: Text('Where its money returns.'),
  status: PurseStatus,
  contractAddress: ContractAddress(),
  outpoint: TextOrNull('Its coin, txid:vout; null once it has ended.'),
  tokenType: TokenType,
  tokenCategory: Nullable(TokenCategory()),
  spender: Text('Whose key pays out of it alone.'),
  signers: Type.Array(Type.String(), { description: 'Any one of them sends it home.' }),
  payees: Nullable(
    Type.Array(Type.String(), {
      description:
        'Who may be paid, in the order of the contract; null where the service knows only the hash of the list.',
    }),
  ),
  paysAnybody: Flag('Whether anybody may be paid.'),
  listHash: Text('What the contract holds of the list: SHA-256 of its hashes, hex.'),
  ...amountFields('limit', 'What may leave it at once, and again over each period: in BCH with the fees.'),
  periodBlocks: Integer('Blocks in which the limit refills, evenly.'),
  ...amountFields('left', 'What may leave its coin in the block that mines it.'),
  ...amountFields('balance', 'What it holds.'),
  ...amountFields('reserve', 'Of tokens: the BCH beside them, which pays for payments.', 'BCH'),
  ...amountFields('available', 'What may leave it in the next block.'),
  fullAtHeight: IntegerOrNull(
    'The block from which the whole limit may leave; null where it may already, or its coin is not mined.',
  ),
  minedHeight: IntegerOrNull('The block of its coin; null while that is not mined.'),
  height: IntegerOrNull("The tip's, at which this was computed; null while no Electrum server answers."),
  openedTxHash: Text('The transaction that opened it, and announces its terms.'),
  createdAt: Moment('When it was recorded.'),
  updatedAt: Moment('When its record last changed.'),
};

export const PurseResource = Named('Purse', 'Money of a vault that one key pays out within a limit.', purseFields);

export const PursesResponse = Answer('PursesResponse', 'Purses, the most important first.', {
  purses: Type.Array(PurseResource, { description: 'At most 100.' }),
});
export type PursesResponse = Static<typeof PursesResponse>;

export const listPurses = route('purses', {
  operationId: 'listPurses',
  summary: 'List the purses of a vault',
  description:
    'For those who may see the vault: purses that hold money first, the newest of them first. Follows the chain first, as far as an Electrum server answers.',
  security: callerOptional,
  params: VaultParams,
  response: { 200: PursesResponse },
});

export const listSpendablePurses = route('purses', {
  operationId: 'listSpendablePurses',
  summary: 'List the purses that the caller pays from',
  description:
    'Of all vaults, those that hold money: purses that paid first, the newest of them first. Anybody can open a purse for a key, so check the vault.',
  security: callerRequired,
  response: { 200: PursesResponse },
});

const PurseStep = Named('PurseStep', 'A step of a purse on the chain.', {
  step: Type.Enum(['opened', 'paid', 'sent_home', 'ended'], {
    description: '`ended`: two signers took it back, or renewed it with other terms.',
  }),
  txHash: Type.String(),
  at: Moment('When it was recorded.'),
  ...amountFields('amount', 'What was put in, what the payee got, or what returned.'),
  payee: TextOrNull('Who was paid.'),
  finality: Finality,
});

export const GetPurseResponse = Answer('GetPurseResponse', 'The purse and its steps.', {
  ...purseFields,
  steps: Type.Array(PurseStep, { description: 'The last first, at most 100.' }),
});
export type GetPurseResponse = Static<typeof GetPurseResponse>;

export const getPurse = route('purses', {
  operationId: 'getPurse',
  summary: 'Get a purse',
  description:
    'For the members of its vault, of a public one for everybody, and for the key that pays from it. Follows the chain first, as far as an Electrum server answers.',
  security: callerOptional,
  params: PurseParams,
  response: { 200: GetPurseResponse },
});

const BUILD_ERRORS = ['FORBIDDEN', 'WRONG_STATE', 'FEE_RATE_TOO_HIGH', 'CHAIN_UNAVAILABLE'] as const;

const built = {
  purse: PurseResource,
  tokenType: TokenType,
  to: Text('Who gets it.'),
  ...amountFields('amount', 'What arrives there.'),
  ...amountFields('fee', 'Fee, which the purse pays.', 'BCH'),
  size: Integer('Bytes, at most.'),
  wcTransaction: WcTransaction,
};

export const PayPurseBody = RequestBody(
  {
    to: PartyAddress('Who is paid.'),
    amount: AmountInput('What the payee gets.'),
    payees: optional(
      Type.Array(PartyAddress('A payee.'), {
        maxItems: MAX_PAYEES,
        description:
          'The whole list in its order, only where `payees` of the purse is null. It is kept if its hash fits.',
      }),
    ),
  },
  { title: 'PayPurse', examples: [{ to: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku', amount: 0.05 }] },
);
export type PayPurseBody = Static<typeof PayPurseBody>;

export const PayPurseResponse = Answer('PayPurseResponse', 'The payment, to be signed by the key of the purse.', {
  ...built,
  ...amountFields('counts', 'What the payment counts as: with the fee, and a 64th of the limit at least.'),
  ...amountFields('remaining', 'What may leave the purse right after it.'),
});
export type PayPurseResponse = Static<typeof PayPurseResponse>;

export const payPurse = route('purses', {
  operationId: 'payFromPurse',
  summary: 'Build a payment out of a purse',
  description:
    'Only for the key that the purse names. One signature, and no coin of the signer: the purse pays the fee. Broadcast it, then confirm it. The payment moves the purse to another address.',
  security: callerRequired,
  params: PurseParams,
  body: PayPurseBody,
  response: { 200: PayPurseResponse },
  errors: [
    ...BUILD_ERRORS,
    'INVALID_REQUEST',
    'INVALID_AMOUNT',
    'NOT_ELIGIBLE',
    'LIMIT_EXCEEDED',
    'INSUFFICIENT_FUNDS',
  ],
});

export const SendPurseHomeResponse = Answer(
  'SendPurseHomeResponse',
  'The way home, to be signed by one signer.',
  built,
);
export type SendPurseHomeResponse = Static<typeof SendPurseHomeResponse>;

export const sendPurseHome = route('purses', {
  operationId: 'sendPurseHome',
  summary: 'Build the way home of a purse',
  description:
    'For any one signer whom the purse names: everything in it returns to the vault, and its key pays nothing any more. Nobody can stop it, and the purse pays the fee.',
  security: callerRequired,
  params: PurseParams,
  body: NoFields,
  response: { 200: SendPurseHomeResponse },
  errors: [...BUILD_ERRORS, 'INVALID_AMOUNT'],
});

export const ConfirmPurseResponse = Named(
  'ConfirmPurseResponse',
  'The transaction is on the chain and recorded. `purse` is null for a caller who may not see it.',
  { ...confirmedFields(PurseStatus), purse: Nullable(PurseResource) },
);
export type ConfirmPurseResponse = Static<typeof ConfirmPurseResponse>;

const confirm = (operationId: string, what: string) =>
  route('purses', {
    operationId,
    summary: `Confirm ${what} of a purse`,
    description:
      'The transaction is verified on the chain, and recorded with everything before it. The same hash again answers the same success. Needs no caller: the chain decides.',
    security: callerLenient,
    params: PurseParams,
    body: ConfirmBody,
    response: { 200: ConfirmPurseResponse },
    errors: [...CONFIRM_ERRORS],
  });

export const confirmPursePayment = confirm('confirmPursePayment', 'a payment');
export const confirmPurseHome = confirm('confirmPurseHome', 'the way home');
