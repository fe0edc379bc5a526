import { DEFAULT_CANCEL_FILLS } from '@weir/covenants';
import { DEFAULT_MOVE_DELAY, MIN_TIME } from '@weir/kinds';
import type { OpenedLock, OpenedStream, OpensCampaign, OpensLocks, OpensStreams } from '../effects.types.js';
import { countRecipients, eachPaydayText, type Part, partRows } from './parts.js';
import {
  firstPaid,
  isOneStep,
  lastPaid,
  nothingBefore,
  oftenText,
  rightsText,
  scheduleRows,
  vestingRows,
} from './schedules.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Returns the value that all have in common; undefined where there is none. */
const common = <Value extends bigint | number | string>(values: readonly Value[]): Value | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

/** Says to whom: by name where it is one, else how many. */
const whom = (parts: readonly { readonly recipient: string }[], { party, plural }: Voice): string => {
  const count = countRecipients(parts);
  return count === 1
    ? party(parts[0]?.recipient)
    : plural(count, { one: '{count} recipient', other: '{count} recipients' });
};

/** Says what streams pay that have the same paydays; undefined where they have not. */
const paydaysText = (
  { streams, asset }: OpensStreams,
  amount: string,
  recipients: string,
  voice: Voice,
): string | undefined => {
  const schedules = streams.flatMap(({ schedule }) =>
    schedule.kind === 'RECURRING' || schedule.kind === 'SALARY' ? [schedule] : [],
  );
  const [periods, first, interval, last] = [
    common(schedules.map((schedule) => schedule.periods)),
    common(schedules.map(({ firstDue }) => firstDue)),
    common(schedules.map((schedule) => oftenText(schedule, voice.words))),
    common(schedules.map(lastPaid)),
  ];
  if (schedules.length < streams.length || periods === undefined || first === undefined) return undefined;
  if (interval === undefined || last === undefined) return undefined;
  const each = sumOf(schedules.map(({ amountPerPeriod }) => amountPerPeriod));
  // Amounts that do not divide evenly are described by their total alone.
  if (each * BigInt(periods) !== sumOf(streams.map(({ total }) => total))) return undefined;
  const values = {
    amount,
    recipients,
    each: voice.format(each, asset),
    first: voice.time(first),
    interval,
    last: voice.time(last),
  };
  if (periods === 1) return voice.text('Locks {amount} for {recipients} until {end}.', { ...values, end: values.last });
  return voice.text(
    'Locks {each} x {count} = {amount} for {recipients}: first on {first}, then {interval}, last on {last}.',
    { ...values, count: voice.words.number(periods.toString()) },
  );
};

const streamsText = (effect: OpensStreams, voice: Voice): string => {
  const { streams, asset } = effect;
  const { text, time } = voice;
  const amount = voice.format(sumOf(streams.map(({ total }) => total)), asset);
  const recipients = whom(streams, voice);
  const paydays = paydaysText(effect, amount, recipients, voice);
  if (paydays !== undefined) return paydays;
  const ends = streams.map(({ schedule }) => lastPaid(schedule));
  const cliffs = streams.flatMap(({ schedule }) => nothingBefore(schedule) ?? []);
  const [end, cliff] = [common(ends), cliffs.length === streams.length ? common(cliffs) : undefined];
  const last = time(ends.reduce((latest, one) => (one > latest ? one : latest), 0n));
  if (end === undefined)
    return text('Locks {amount} for {recipients}, the last of it until {end}.', { amount, recipients, end: last });
  return cliff !== undefined
    ? text('Locks {amount} for {recipients} until {end}, nothing before {cliff}.', {
        amount,
        recipients,
        end: last,
        cliff: time(cliff),
      })
    : text('Locks {amount} for {recipients} until {end}.', { amount, recipients, end: last });
};

const streamPart = (stream: OpenedStream, { streams, asset }: OpensStreams, voice: Voice): Part => ({
  label: voice.text('Stream {index}', { index: stream.index }),
  recipient: stream.recipient,
  amount: voice.format(stream.total, asset),
  facts: [
    ...scheduleRows(stream, asset, eachPaydayText(streams, voice), voice),
    voice.row(voice.text('Can be undone'), rightsText(stream, voice)),
  ],
});

const reserveRow = (reserve: bigint, voice: Voice) =>
  reserve > 0n ? [voice.sum(voice.text('Refundable reserve'), reserve)] : [];

/** Says when recipients can move to another address. */
const moveText = (delay: number, { text, plural }: Voice): string =>
  delay === 0
    ? text('not possible')
    : plural(delay, { one: '{count} block after its announcement', other: '{count} blocks after its announcement' });

/** Describes the opening of streams. */
export const describeStreams = (effect: OpensStreams, voice: Voice): Statement => {
  const { streams, asset, sender, cancelFills, moveDelay } = effect;
  const { text, row, sum, partyRow, words } = voice;
  return {
    sentence: streamsText(effect, voice),
    rows: [
      partyRow(text('Sender'), sender),
      ...(cancelFills === 0 || BigInt(cancelFills) === DEFAULT_CANCEL_FILLS
        ? []
        : [row(text('Payments that a cancel pays for'), words.number(cancelFills.toString()))]),
      ...(moveDelay === DEFAULT_MOVE_DELAY ? [] : [row(text('Change of address'), moveText(moveDelay, voice))]),
      ...partRows(
        streams.map((stream) => streamPart(stream, effect, voice)),
        voice,
      ),
    ],
    sums: [
      sum(text('For recipients'), sumOf(streams.map(({ total }) => total)), asset),
      ...reserveRow(sumOf(streams.map(({ reserve }) => reserve)), voice),
    ],
  };
};

/** Says what a single lock does, before it cannot be undone. */
const oneLockText = ({ recipient, schedule }: OpenedLock, amount: string, { text, time, party }: Voice): string => {
  const values = { amount, recipient: party(recipient), end: time(schedule.end) };
  if (isOneStep(schedule))
    return text('Locks {amount} for {recipient} until {end}; nobody can take it back, not even you.', values);
  return text(
    'Locks {amount} for {recipient}, paid out from {first} to {end}; nobody can take it back, not even you.',
    { ...values, first: time(firstPaid(schedule)) },
  );
};

const locksText = ({ locks, asset }: OpensLocks, voice: Voice): string => {
  const amount = voice.format(sumOf(locks.map(({ total }) => total)), asset);
  const [only, ...others] = locks;
  if (only !== undefined && others.length === 0) return oneLockText(only, amount, voice);
  const last = locks.reduce((latest, { schedule: { end } }) => (end > latest ? end : latest), 0n);
  return voice.plural(
    locks.length,
    {
      one: 'Locks {amount} in {count} lock, which ends on {end}; nobody can take it back, not even you.',
      other: 'Locks {amount} in {count} locks, the last of which ends on {end}; nobody can take it back, not even you.',
    },
    { amount, end: voice.time(last) },
  );
};

/** Describes the opening of locks. */
export const describeLocks = (effect: OpensLocks, voice: Voice): Statement => {
  const { locks, asset, sender, moveDelay } = effect;
  const { text, row, sum, partyRow, format } = voice;
  const parts = locks.map(({ recipient, total, schedule }, index): Part => ({
    label: text('Lock {index}', { index: index + 1 }),
    recipient,
    amount: format(total, asset),
    facts: [...vestingRows(schedule, voice), row(text('Can be undone'), text('nobody can take it back'))],
  }));
  return {
    sentence: locksText(effect, voice),
    rows: [
      partyRow(text('Sender'), sender),
      ...(moveDelay === 0 ? [] : [row(text('Change of address'), moveText(moveDelay, voice))]),
      ...partRows(parts, voice),
    ],
    sums: [
      sum(text('For recipients'), sumOf(locks.map(({ total }) => total)), asset),
      ...reserveRow(sumOf(locks.map(({ reserve }) => reserve)), voice),
    ],
  };
};

/** Describes the opening of an airdrop. */
export const describeCampaign = (effect: OpensCampaign, voice: Voice): Statement => {
  const { pool, asset, claims, lanes, creator, campaign, start, end, isCancelable, paysFees, list, claimFees } = effect;
  const { text, plural, row, technical, sum, partyRow, format, time, words } = voice;
  const values = { amount: format(pool, asset), end: time(end) };
  return {
    sentence:
      end === 0n
        ? plural(
            claims,
            {
              one: 'Opens an airdrop of {amount} in {count} claim.',
              other: 'Opens an airdrop of {amount} in {count} claims.',
            },
            values,
          )
        : plural(
            claims,
            {
              one: 'Opens an airdrop of {amount} in {count} claim, until {end}.',
              other: 'Opens an airdrop of {amount} in {count} claims, until {end}.',
            },
            values,
          ),
    rows: [
      partyRow(text('Airdrop'), campaign),
      partyRow(text('Creator'), creator),
      row(text('Who may claim'), list === 'WHITELIST' ? text('the rows of a list') : text('anybody')),
      ...(effect.amount === undefined ? [] : [row(text('Each claim'), format(effect.amount, asset))]),
      ...(effect.limit === undefined ? [] : [row(text('Claims per address'), words.number(effect.limit.toString()))]),
      technical(text('Lanes'), words.number(lanes.toString())),
      // Where its terms name no start, the contract has the earliest time there is.
      row(text('Open from'), start <= MIN_TIME ? text('its funding') : time(start)),
      row(text('Open until'), end === 0n ? text('without an end') : time(end)),
      row(text('Closing'), isCancelable ? text('the creator may close it at any time') : text('only after the end')),
      row(text('Fees of claims'), paysFees ? text('paid by the airdrop') : text('paid by claimers')),
      ...(effect.vesting === undefined
        ? []
        : [
            row(text('Claims'), text('go to locks, which nobody can take back')),
            ...vestingRows(effect.vesting, voice),
          ]),
    ],
    sums: [
      sum(text('For claims'), pool, asset),
      ...(claimFees > 0n ? [sum(text('For fees of claims'), claimFees)] : []),
    ],
  };
};
