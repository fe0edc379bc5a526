import { DEFAULT_CURRENCY_FEES } from '@weir/covenants';
import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { coveredPeriods, formatUnits } from '@weir/payments';
import type { MovesCurrencyPayment, OpenedCurrencyPayment, OpensCurrencyPayments } from '../effects.types.js';
import { durationText, stepText } from './durations.js';
import { type Part, partRows } from './parts.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';

const PER_BCH = BigInt(SATOSHIS_PER_BCH);
/** Periods of a payment without an end. */
const ENDLESS = 32_767;

/** Formats an amount in a currency, with all of its decimals and its code. */
const inCurrency = (
  units: bigint,
  { currency, decimals }: Pick<OpensCurrencyPayments, 'currency' | 'decimals'>,
  { words }: Voice,
): string => `${words.number(formatUnits(units, decimals))} ${currency}`;

const openingText = (effect: OpensCurrencyPayments, voice: Voice): string => {
  const { payments, interval } = effect;
  const { text, plural, party, format, words } = voice;
  const [first, ...others] = payments;
  if (first === undefined) return '';
  const held = payments.reduce((all, { satoshis }) => all + satoshis, 0n);
  const values = { held: format(held, undefined), interval: stepText(interval, words) };
  return others.length === 0
    ? text('Locks {held}, and pays {amount} to {recipient} {interval}, in BCH at the price of an oracle.', {
        ...values,
        amount: inCurrency(first.amount, effect, voice),
        recipient: party(first.recipient),
      })
    : plural(
        payments.length,
        {
          one: 'Locks {held} for {count} payment in a currency, in BCH at the price of an oracle.',
          other: 'Locks {held} for {count} payments in a currency, in BCH at the price of an oracle.',
        },
        values,
      );
};

/** Returns how many paydays the money of a payment pays in full at a price, which a funding that was read has the usual fees for. */
const paydaysAt = (
  { amount, periods, satoshis }: OpenedCurrencyPayment,
  { lowest, highest }: Pick<OpensCurrencyPayments, 'lowest' | 'highest'>,
  price: bigint,
): string => {
  const { reserve, fee } = DEFAULT_CURRENCY_FEES;
  const terms = { amount, lowest, highest, reserve, fee, left: BigInt(periods) };
  return coveredPeriods(terms, { value: satoshis, debt: 0n }, price).toString();
};

/** Describes payments in a currency that are opened: what each pays, and the least and the most that the oracle can make of it. */
export const describeCurrencyOpening = (effect: OpensCurrencyPayments, voice: Voice): Statement => {
  const { payments, sender, oracle, lowest, highest, noticeBlocks, isPausable, leastTopUp, interval, grace } = effect;
  const { text, plural, row, technical, sum, partyRow, format, time, words } = voice;
  const held = payments.reduce((all, { satoshis }) => all + satoshis, 0n);
  const parts = payments.map((payment): Part => ({
    label: text('Payment {index}', { index: payment.index }),
    recipient: payment.recipient,
    amount: format(payment.satoshis, undefined),
    facts: [
      row(text('Each payday pays'), inCurrency(payment.amount, effect, voice)),
      row(text('Never less than'), format((payment.amount * PER_BCH) / highest, undefined)),
      row(text('Never more than'), format((payment.amount * PER_BCH) / lowest, undefined)),
      row(text('First payday'), time(payment.firstDue)),
      row(
        text('Number of paydays'),
        payment.periods === ENDLESS ? text('without an end') : words.number(String(payment.periods)),
      ),
      row(text('Paydays that the money pays, at least'), words.number(paydaysAt(payment, effect, lowest))),
      row(text('Paydays that the money pays, at most'), words.number(paydaysAt(payment, effect, highest))),
    ],
  }));
  const notice = plural(noticeBlocks, { one: '{count} block', other: '{count} blocks' });
  return {
    sentence: openingText(effect, voice),
    rows: [
      partyRow(text('Sender'), sender),
      technical(text('Public key of the oracle'), oracle),
      row(text('Interval'), stepText(interval, words)),
      row(
        text('Prices that count, of one BCH'),
        `${inCurrency(lowest, effect, voice)} – ${inCurrency(highest, effect, voice)}`,
      ),
      row(
        text('Can be undone'),
        isPausable
          ? text('you can pause and cancel, with a notice of {notice}', { notice })
          : text('you can cancel, with a notice of {notice}', { notice }),
      ),
      row(text('Smallest top-up'), format(leastTopUp, undefined)),
      row(
        text('If the oracle has a gap at a payday'),
        text('the first price {duration} later counts', { duration: durationText(grace, words) }),
      ),
      ...partRows(parts, voice),
    ],
    sums: [sum(text('For recipients'), held)],
  };
};

const moveText = (effect: MovesCurrencyPayment, voice: Voice): string => {
  const { move, satoshis, added, nextDue, sender, noticeBlocks } = effect;
  const { text, plural, party, format, time } = voice;
  const values = {
    recipient: party(effect.recipient),
    sender: party(sender),
    left: format(satoshis, undefined),
    notice: plural(noticeBlocks, { one: '{count} block', other: '{count} blocks' }),
  };
  switch (move) {
    case 'CANCEL':
      return text(
        'Cancels payments to {recipient}: {left} return to {sender} after {notice}, less the paydays until then.',
        values,
      );
    case 'PAUSE':
      return text(
        'Pauses payments to {recipient}: {left} stay locked; after {notice} at most one more payday is paid, then none until they are resumed.',
        values,
      );
    case 'RESUME':
      return nextDue === undefined
        ? text('Resumes payments to {recipient}; {left} stay locked.', values)
        : text('Resumes payments to {recipient}; the next payday is {next}.', { ...values, next: time(nextDue) });
    case 'TOP_UP':
      return text('Adds {added} to the payments to {recipient}.', { ...values, added: format(added, undefined) });
  }
};

/** Describes a cancel, a pause, a resume, or a top-up. */
export const describeCurrencyMove = (effect: MovesCurrencyPayment, voice: Voice): Statement => {
  const { text, row, technical, partyRow, plural } = voice;
  const { move, sender, recipient, amount, category, index, noticeBlocks } = effect;
  const isStop = move === 'CANCEL' || move === 'PAUSE';
  return {
    sentence: moveText(effect, voice),
    rows: [
      partyRow(text('Sender'), sender),
      ...(recipient === undefined ? [] : [partyRow(text('Recipient'), recipient)]),
      row(text('Each payday pays'), inCurrency(amount, effect, voice)),
      ...(isStop ? [row(text('Notice'), plural(noticeBlocks, { one: '{count} block', other: '{count} blocks' }))] : []),
      ...(move === 'CANCEL' ? [row(text('Can be undone'), text('a cancel cannot be undone'))] : []),
      technical(text('Payment {index} of', { index }), category),
    ],
    sums: [],
  };
};
