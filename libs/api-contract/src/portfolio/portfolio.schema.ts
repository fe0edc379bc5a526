import Type, { type Static } from 'typebox';
import { DISCARDABLE, isOpeningKind, MAX_ADDRESSES, PROPOSALS, wordsOf } from '@weir/kinds';
import { Currency, CurrencyText, InCurrency, OracleKey, SmallestUnits } from '../currency/currency-payment.schema.js';
import {
  Amount,
  amountFields,
  Answer,
  AsOf,
  BaseAmount,
  Flag,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { RequestBody } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { ContractOrNull, TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { WaitingProposal } from '../vaults/proposal.schema.js';

const asset = { token_type: TokenType, token_category: Nullable(TokenCategory()) };

const amount = (description: string) => ({ amount: Amount(description), amount_base: BaseAmount() });

const Kind = Type.Enum(wordsOf(PROPOSALS).filter(isOpeningKind));

/** The fields that name a record and its parties. */
const record = {
  kind: Kind,
  contract: ContractOrNull,
  id: Uuid(),
  display_id: Text('The display id.', { examples: ['#WEIR-BCH-000001'] }),
  title: TextOrNull('Its description, or its title.'),
  sender: Text('Who pays; of an airdrop its creator.'),
  recipient: Text('Who is paid; empty for a plan and an airdrop.'),
  ...asset,
};

const AssetSum = Named('PortfolioAsset', 'Sums of one asset, over all records of the addresses.', {
  ...asset,
  ...amountFields(
    'claimable_amount',
    'What the addresses can claim now: the sum of their records’ `claimable_amount`.',
  ),
  ...amountFields('unlocking_amount', 'What is added to that within 30 days if nothing is cancelled or paused.'),
  ...amountFields('owed_amount', 'What others can claim now of what the addresses send.'),
  ...amountFields('outgoing_amount', 'What is added to that within 30 days.'),
  ...amountFields(
    'locked_amount',
    'What the contracts of their streams, payments and locks still hold of what the addresses sent: neither paid nor returned.',
  ),
});

const Unlock = Named('PortfolioUnlock', 'The next date of what one record pays.', {
  ...record,
  at: Integer('Unix seconds.'),
  ...amount('What is added by then to what is claimable now.'),
  continuous: Flag('Whether it comes by the second until then, rather than at that moment.'),
});

const Payday = Named('Payday', 'What falls due of one payment, or of one plan, at one time.', {
  at: Integer('Unix seconds.'),
  kind: Kind,
  id: Uuid('Of the plan, or of the payment or stream that is of none.'),
  plan_id: Nullable(Uuid('Of the plan.')),
  ...asset,
  ...amount('All of it.'),
  recipients: Integer('How many it goes to.'),
});

/** The price that an estimate was computed from. */
const price = {
  price: InCurrency('Of one BCH, the latest that the oracle signed.'),
  price_base: SmallestUnits(),
  price_decimal: CurrencyText(),
  time: Integer('When it signed that, Unix seconds.'),
};

const CurrencyEstimate = Named(
  'PortfolioCurrencyEstimate',
  'An estimate in BCH at the latest signed price, within the bounds of each payment. The price of each date decides.',
  {
    ...price,
    ...amountFields('incoming_amount', 'What `incoming` is at that price.', 'BCH'),
    ...amountFields('outgoing_amount', 'What `outgoing` is at that price.', 'BCH'),
  },
);

const ofCurrency = (description: string) =>
  Type.Object(
    {
      amount: InCurrency('In the currency.'),
      amount_base: SmallestUnits(),
      amount_decimal: CurrencyText(),
    },
    { description },
  );

const CurrencySum = Named(
  'PortfolioCurrency',
  'What payments in a currency come to within 30 days, by oracle. `assets` has nothing of it.',
  {
    currency: Currency('What the amounts are in.'),
    decimals: Integer('Decimals of the oracle’s prices.'),
    oracle: OracleKey('The public key of the oracle.'),
    incoming: ofCurrency('What falls due to the addresses if nothing is cancelled or paused.'),
    outgoing: ofCurrency('What falls due from them.'),
    estimate: Nullable(CurrencyEstimate),
  },
);

const CurrencyPayday = Named('CurrencyPayday', 'The next date of payments in a currency that one funding opened.', {
  at: Integer('Unix seconds.'),
  id: Uuid('Of the first of the payments.'),
  opened_with: Uuid('The first of the payments that the funding opened.'),
  recipients: Integer('How many it goes to.'),
  currency: Currency('What the amount is in.'),
  oracle: OracleKey('The public key of the oracle.'),
  amount: InCurrency('All of it.'),
  amount_base: SmallestUnits(),
  amount_decimal: CurrencyText(),
  estimate: Nullable(
    Named('CurrencyPaydayEstimate', 'An estimate in BCH at the latest signed price.', {
      ...price,
      ...amountFields('estimated_amount', 'All of it at that price.', 'BCH'),
    }),
  ),
});

const Claim = Named('PortfolioClaim', 'A record that an address can claim from.', {
  ...record,
  plan_id: Nullable(Uuid('The plan that the record is of; null where it is of none.')),
  ...amount('What it can claim now.'),
});

const Airdrop = Named('PortfolioAirdrop', 'A campaign that an address can claim from.', {
  id: Uuid(),
  campaign_id: Text('The display id.', { examples: ['#WEIR-DROP-000001'] }),
  title: Type.String(),
  address: Text('Which of the addresses.'),
  listed: Flag('Whether its list names the address; others are for everybody.'),
  ...asset,
  ...amount('What one claim pays it.'),
  claims_left: Type.Integer(),
  end_date: IntegerOrNull('Unix seconds.'),
});

const Unfunded = Named('PortfolioUnfunded', 'A record that waits for its funding.', {
  ...record,
  kind: Type.Enum([...wordsOf(PROPOSALS).filter(isOpeningKind), 'currency'], {
    description: '`currency`: a payment in a currency.',
  }),
  ...amount('All it is about; of payments in a currency what their funding pays in.'),
  payments: Integer(
    'How many payments in a currency its funding opens, of which the record is the first one; 1 of all other records.',
  ),
  expires_at: IntegerOrNull('When it is deleted without a funding, Unix seconds.'),
});

export const PortfolioResponse = Answer('PortfolioResponse', 'What some addresses have and must pay.', {
  addresses: Type.Array(Type.String(), { description: 'Those asked about, each once.' }),
  asOf: AsOf(),
  until: Integer('30 days later, Unix seconds.'),
  complete: Flag('Whether all records are counted in: of each side the 5,000 oldest with money in them are.'),
  assets: Type.Array(AssetSum, { description: 'BCH first.' }),
  unlocks: Type.Array(Unlock, { description: 'Next dates of what they receive, the soonest first, 20 at most.' }),
  paydays: Type.Array(Payday, {
    description: 'Next dates of what they pay in periods, the soonest first, 20 at most.',
  }),
  inCurrency: Type.Array(CurrencySum, {
    description:
      'What payments in a currency pay within 30 days, by oracle; in BCH an estimate, apart from all other sums.',
  }),
  currencyPaydays: Type.Array(CurrencyPayday, {
    description: 'Next dates of what they pay in a currency, the soonest first, 20 at most.',
  }),
  needs: Named('PortfolioNeeds', 'What waits for who holds the addresses.', {
    claim: Type.Array(Claim, { description: 'What can be claimed now, the oldest first, 100 at most.' }),
    claim_total: Integer(
      'How many of the records counted in can be claimed from now: `claim` lists the first of them.',
    ),
    airdrops: Type.Array(Airdrop, {
      description:
        'Campaigns to claim from, those with a list first, 20 at most; private lists only where the caller is the address.',
    }),
    fund: Type.Array(Unfunded, {
      description: 'What waits for its funding, 20 at most; plans only where the caller is the address.',
    }),
    sign: Type.Array(WaitingProposal, {
      description: 'Proposals of vaults, where the caller is the address: the first 20 of `GET /api/proposals`.',
    }),
  }),
});
export type PortfolioResponse = Static<typeof PortfolioResponse>;

export const getPortfolio = route('explorer', {
  operationId: 'getPortfolio',
  summary: 'Sum up what addresses have and must pay, and their open tasks',
  description:
    'What is claimable, unlocking and going out, by asset, with the next dates, and what waits for the holder. Who asks as one of the addresses sees what is private, too.',
  security: callerOptional,
  querystring: Type.Object({
    addresses: Type.String({
      pattern: `^[^,]{1,128}(,[^,]{1,128}){0,${MAX_ADDRESSES - 1}}$`,
      description: `Addresses, up to ${MAX_ADDRESSES} separated by commas: of keys, or of scripts such as vaults.`,
      examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
    }),
  }),
  response: { 200: PortfolioResponse },
});

/** A record to discard. */
export const DiscardBody = RequestBody(
  {
    kind: Type.Enum([...DISCARDABLE], { description: 'Its kind; a lock is a stream.' }),
    id: Uuid('Its id.'),
  },
  { title: 'Discard', examples: [{ kind: 'stream', id: '0190b5f0-7b1c-7c3e-9f2a-1d2e3f405162' }] },
);
export type DiscardBody = Static<typeof DiscardBody>;

export const DiscardResponse = Answer('DiscardResponse', 'The discarded record.', {
  kind: Type.Enum([...DISCARDABLE]),
  id: Uuid('Its id.'),
  expires_at: Integer('When it expired, Unix seconds.'),
  deleted_after: Integer(
    'When it is deleted at the earliest, Unix seconds: a funding sent before still counts until then.',
  ),
});
export type DiscardResponse = Static<typeof DiscardResponse>;

export const discardRecord = route('explorer', {
  operationId: 'discardRecord',
  summary: 'Discard a record that is not funded',
  description:
    'Lets a record that nobody has funded expire at once. It cannot be funded any more and leaves `needs.fund`. It is deleted a week later, after the chain was checked: a funding that was signed and sent before is recorded instead. Records that a vault pays for are discarded by rejecting their proposal, the streams of a plan with the plan. Payments in a currency that one funding opens are discarded together.',
  security: callerRequired,
  body: DiscardBody,
  response: { 200: DiscardResponse },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'WRONG_STATE'],
});
