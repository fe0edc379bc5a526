import type { OpenedPurse, OpensPurses, PaysFromPurse, RecallsPurse, SendsPurseHome } from '../effects.types.js';
import { blocksText } from './durations.js';
import { listingRow } from './listing.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

/** Says whom a purse may pay: each payee by name and address, or that nobody is excluded. */
const payeeRows = ({ payees, paysAnybody, listHash }: OpenedPurse, voice: Voice): readonly SummaryRow[] => {
  const { text, row, partyRow, technical } = voice;
  if (paysAnybody) return [row(text('May pay'), text('anybody'))];
  if (payees === undefined) return [technical(text('Hash of the list of payees'), listHash)];
  return payees.map((payee) => partyRow(text('May pay'), payee));
};

const purseText = (purse: OpenedPurse, asset: string | undefined, voice: Voice): string => {
  const { text, format, party } = voice;
  const { spender, payees, paysAnybody, limit, period, amount } = purse;
  const values = {
    amount: format(amount, asset),
    spender: party(spender),
    limit: format(limit, asset),
    period: blocksText(period, voice),
    payees: voice.plural(payees?.length ?? 0, { one: '{count} payee', other: '{count} payees' }),
  };
  return paysAnybody || payees === undefined
    ? text(
        'Puts {amount} into a purse: {spender} alone may pay anybody {limit} at once, and again over each {period}.',
        values,
      )
    : text(
        'Puts {amount} into a purse: {spender} alone may pay {payees} {limit} at once, and again over each {period}.',
        values,
      );
};

const purseRows = (purse: OpenedPurse, asset: string | undefined, voice: Voice): readonly SummaryRow[] => {
  const { text, row, partyRow, format } = voice;
  return [
    partyRow(text('Pays alone'), purse.spender),
    ...payeeRows(purse, voice),
    row(text('Limit'), format(purse.limit, asset)),
    row(text('Refills over'), blocksText(purse.period, voice)),
  ];
};

/** Describes purses that a treasury opens. */
export const describePurses = (effect: OpensPurses, voice: Voice): Statement => {
  const { purses, asset } = effect;
  const { text, sum } = voice;
  return {
    sentence: purses.map((purse) => purseText(purse, asset, voice)).join(' '),
    rows: [...purses.flatMap((purse) => purseRows(purse, asset, voice)), listingRow(effect, voice)],
    sums: purses.flatMap(({ amount, reserve }) => [
      sum(text('Put into the purse'), amount, asset),
      ...(reserve > 0n ? [sum(text('BCH for its payments'), reserve)] : []),
    ]),
  };
};

/** Describes a purse that a treasury takes back. */
export const describeRecall = (
  { purse, asset, amount }: RecallsPurse,
  { text, partyRow, format }: Voice,
): Statement => ({
  sentence: text('Takes back a purse with {amount}.', { amount: format(amount, asset) }),
  rows: [partyRow(text('Purse'), purse)],
  sums: [],
});

/** Describes a payment out of a purse, and what is left of its limit. */
export const describePursePayment = (effect: PaysFromPurse, voice: Voice): Statement => {
  const { text, row, partyRow, party, format } = voice;
  const { to, asset, amount, remaining, held, limit, period, treasury, purse } = effect;
  return {
    sentence: text('Pays {amount} out of a purse to {recipient}; {remaining} of its limit remain.', {
      amount: format(amount, asset),
      recipient: party(to),
      remaining: format(remaining, asset),
    }),
    rows: [
      partyRow(text('Recipient'), to),
      partyRow(text('Treasury'), treasury),
      row(text('Remaining limit'), format(remaining, asset)),
      row(text('Limit'), format(limit, asset)),
      row(text('Refills over'), blocksText(period, voice)),
      row(text('Stays in the purse'), format(held, asset)),
      partyRow(text('Purse'), purse),
    ],
    sums: [],
  };
};

/** Describes the way home of a purse. */
export const describePurseHome = (
  { treasury, asset, amount, purse }: SendsPurseHome,
  { text, partyRow, party, format }: Voice,
): Statement => ({
  sentence: text('Sends everything in a purse, {amount}, to {treasury}.', {
    amount: format(amount, asset),
    treasury: party(treasury),
  }),
  rows: [partyRow(text('Treasury'), treasury), partyRow(text('Purse'), purse)],
  sums: [],
});
