import { DEFAULT_CURRENCY_FEES, isEndless } from '@weir/covenants';
import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { coveredPeriods, formatUnits, satoshisAt } from '@weir/payments';
import type {
  Effect,
  FillsTill,
  MovesCurrencyPayment,
  OpenedCurrencyPayment,
  OpensCurrencyPayments,
  TakesTill,
} from '../effects.types.js';
import { durationText } from './durations.js';
import { eachPaydayText, type Part, partRows } from './parts.js';
import { rhythmText } from './schedules.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';

const PER_BCH = BigInt(SATOSHIS_PER_BCH);

/** Formats an amount in a currency, with all of its decimals and its code. */
const inCurrency = (
  units: bigint,
  { currency, decimals }: Pick<OpensCurrencyPayments, 'currency' | 'decimals'>,
  { words }: Voice,
): string => `${words.number(formatUnits(units, decimals))} ${currency}`;

const openingText = (effect: OpensCurrencyPayments, voice: Voice): string => {
  const { payments } = effect;
  const { text, plural, party, format, words } = voice;
  const [first, ...others] = payments;
  if (first === undefined) return '';
  const held = payments.reduce((all, { satoshis }) => all + satoshis, 0n);
  const values = { held: format(held, undefined), interval: rhythmText(effect, words) };
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

/** Whether a payment has no end. By the calendar the paydays until January 2100 are as good as that. */
const isWithoutEnd = ({ periods, firstDue }: OpenedCurrencyPayment, { paydays }: OpensCurrencyPayments): boolean => {
  const days = paydays && { ...paydays, secondDay: paydays.secondDay === 0n ? undefined : paydays.secondDay };
  return isEndless({ paydays: days }, { left: periods, next: firstDue });
};

/** Describes payments in a currency that are opened: what each pays, and the least and the most that the oracle can make of it. */
export const describeCurrencyOpening = (effect: OpensCurrencyPayments, voice: Voice): Statement => {
  const { payments, sender, oracle, lowest, highest, noticeBlocks, isPausable, leastTopUp, grace } = effect;
  const { text, plural, row, technical, sum, partyRow, format, time, words } = voice;
  const held = payments.reduce((all, { satoshis }) => all + satoshis, 0n);
  const latest = voice.priceOf(oracle);
  const parts = payments.map((payment): Part => ({
    label: text('Payment {index}', { index: payment.index }),
    recipient: payment.recipient,
    amount: format(payment.satoshis, undefined),
    facts: [
      row(eachPaydayText(payments, voice), inCurrency(payment.amount, effect, voice)),
      ...(latest === undefined
        ? []
        : [
            row(
              text('At the latest price'),
              format(satoshisAt({ amount: payment.amount, lowest, highest }, latest.price), undefined),
            ),
          ]),
      row(text('Never less than'), format((payment.amount * PER_BCH) / highest, undefined)),
      row(text('Never more than'), format((payment.amount * PER_BCH) / lowest, undefined)),
      row(text('First payday'), time(payment.firstDue)),
      row(
        text('Number of paydays'),
        isWithoutEnd(payment, effect) ? text('without an end') : words.number(String(payment.periods)),
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
      row(text('Interval'), rhythmText(effect, words)),
      ...(latest === undefined
        ? []
        : [
            row(
              text('Latest price, signed by the oracle'),
              text('{price} for 1 BCH, {time}', {
                price: inCurrency(latest.price, effect, voice),
                time: time(latest.time),
              }),
            ),
          ]),
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

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Says what one or several moves of one kind do. */
const moveText = (first: MovesCurrencyPayment, moves: readonly MovesCurrencyPayment[], voice: Voice): string => {
  const { move, nextDue, sender, noticeBlocks } = first;
  const { text, plural, party, format, time } = voice;
  const values = {
    recipient:
      moves.length === 1
        ? party(first.recipient)
        : plural(moves.length, { one: '{count} recipient', other: '{count} recipients' }),
    sender: party(sender),
    left: format(sumOf(moves.map(({ satoshis }) => satoshis)), undefined),
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
      return nextDue === undefined || moves.length > 1
        ? text('Resumes payments to {recipient}; {left} stay locked.', values)
        : text('Resumes payments to {recipient}; the next payday is {next}.', { ...values, next: time(nextDue) });
    case 'TOP_UP': {
      const added = format(sumOf(moves.map((each) => each.added)), undefined);
      return text('Adds {added} to the payments to {recipient}.', { ...values, added });
    }
  }
};

/** Describes moves of one kind, of one sender. */
const describeAlike = (moves: readonly MovesCurrencyPayment[], voice: Voice): readonly Statement[] => {
  const { text, row, technical, partyRow, plural } = voice;
  const [first] = moves;
  if (first === undefined) return [];
  const { move, sender, noticeBlocks } = first;
  const isStop = move === 'CANCEL' || move === 'PAUSE';
  const statement: Statement = {
    sentence: moveText(first, moves, voice),
    rows: [
      partyRow(text('Sender'), sender),
      ...(isStop ? [row(text('Notice'), plural(noticeBlocks, { one: '{count} block', other: '{count} blocks' }))] : []),
      ...(move === 'CANCEL' ? [row(text('Can be undone'), text('a cancel cannot be undone'))] : []),
      ...moves.flatMap((each) => [
        ...(each.recipient === undefined ? [] : [partyRow(text('Recipient'), each.recipient)]),
        row(text('Each payday pays'), inCurrency(each.amount, each, voice)),
        technical(text('Payment {index} of', { index: each.index }), each.category),
      ]),
    ],
    sums: [],
  };
  return [statement];
};

/** Describes cancels, pauses, resumes and top-ups: one sentence for all that are moved alike. */
export const describeCurrencyMoves = (effects: readonly Effect[], voice: Voice): readonly Statement[] => {
  const alike = new Map<string, MovesCurrencyPayment[]>();
  for (const effect of effects) {
    if (effect.kind !== 'MOVES_CURRENCY_PAYMENT') continue;
    const key = [effect.move, effect.sender, effect.noticeBlocks].join('/');
    alike.set(key, [...(alike.get(key) ?? []), effect]);
  }
  return [...alike.values()].flatMap((moves) => describeAlike(moves, voice));
};

/** The rows that name a payment by its till. */
const tillRows = (effect: FillsTill | TakesTill, voice: Voice): Statement['rows'] => {
  const { text, row, technical, partyRow } = voice;
  return [
    partyRow(text('Sender'), effect.sender),
    ...(effect.recipient === undefined ? [] : [partyRow(text('Recipient'), effect.recipient)]),
    row(text('Each payday pays'), inCurrency(effect.amount, effect, voice)),
    technical(text('Top-up address'), effect.till),
    technical(text('Payment {index} of', { index: effect.index }), effect.category),
  ];
};

/** Describes money that is sent to the till of a payment. */
export const describeFilling = (effect: FillsTill, voice: Voice): Statement => {
  const { text, party, format } = voice;
  const { recipient, satoshis } = effect;
  return {
    sentence: text('Sends {amount} to the top-up address of the payments to {recipient}.', {
      amount: format(satoshis, undefined),
      recipient: party(recipient),
    }),
    rows: tillRows(effect, voice),
    sums: [],
  };
};

/** Describes coins that the sender takes back out of a till. */
export const describeTaking = (effect: TakesTill, voice: Voice): Statement => {
  const { text, party, format } = voice;
  const { recipient, sender, satoshis } = effect;
  return {
    sentence: text(
      'Returns {amount} to {sender}, which was sent for the payments to {recipient} and never added to them.',
      { amount: format(satoshis, undefined), sender: party(sender), recipient: party(recipient) },
    ),
    rows: tillRows(effect, voice),
    sums: [],
  };
};
