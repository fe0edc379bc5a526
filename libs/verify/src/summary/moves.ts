import type { ChangesRecipient, Effect, MovesStream, PaysLock } from '../effects.types.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Says what a payment pays to whom, and what stays. */
export const paymentText = (
  {
    paidToRecipient,
    left,
    asset,
    recipient,
  }: Pick<MovesStream | PaysLock, 'paidToRecipient' | 'left' | 'asset' | 'recipient'>,
  { text, party, format }: Voice,
): string => {
  const values = { paid: format(paidToRecipient, asset), recipient: party(recipient), left: format(left, asset) };
  return left > 0n
    ? text('Pays {paid} to {recipient}; {left} stay locked.', values)
    : text('Pays {paid} to {recipient}; nothing stays locked.', values);
};

/** Says what one or several moves of one kind do: how much goes to whom now, and what becomes of the rest. */
const moveText = (moves: readonly MovesStream[], voice: Voice): string => {
  const { text, plural, party, format, time } = voice;
  const [first, ...others] = moves;
  if (first === undefined) return '';
  const { move, asset, noticeBlocks, nextDue } = first;
  const paid = sumOf(moves.map(({ paidToRecipient }) => paidToRecipient));
  const values = {
    recipient:
      others.length === 0
        ? party(first.recipient)
        : plural(moves.length, { one: '{count} recipient', other: '{count} recipients' }),
    sender: party(first.sender),
    paid: format(paid, asset),
    left: format(sumOf(moves.map(({ left }) => left)), asset),
    returned: format(sumOf(moves.map(({ returnedToSender }) => returnedToSender)), asset),
    notice: plural(noticeBlocks, { one: '{count} block', other: '{count} blocks' }),
  };
  switch (move) {
    case 'PAY':
      return paymentText(first, voice);
    case 'CANCEL':
      return paid > 0n
        ? text(
            'Cancels payments to {recipient}: {paid} are paid now, {left} return to {sender} after {notice}, less the paydays until then.',
            values,
          )
        : text(
            'Cancels payments to {recipient}: {left} return to {sender} after {notice}, less the paydays until then.',
            values,
          );
    case 'PAUSE':
      return paid > 0n
        ? text(
            'Pauses payments to {recipient}: {paid} are paid now, {left} stay locked; after {notice} at most one more payday is paid, then none until they are resumed.',
            values,
          )
        : text(
            'Pauses payments to {recipient}: {left} stay locked; after {notice} at most one more payday is paid, then none until they are resumed.',
            values,
          );
    case 'SETTLE':
      return text('Ends the notice of a pause of payments to {recipient}; {left} stay locked.', values);
    case 'RESUME':
      if (nextDue === undefined || others.length > 0)
        return text('Resumes payments to {recipient}: {paid} are paid now, {left} stay locked.', values);
      return text(
        'Resumes payments to {recipient}: {paid} are paid now, {left} stay locked, the next payday is {next}.',
        {
          ...values,
          next: time(nextDue),
        },
      );
    case 'REFUND':
      return text('Returns {returned} to {sender}; payments to {recipient} have ended.', values);
  }
};

const amountRows = (
  { asset, paidToRecipient, returnedToSender, left }: MovesStream,
  voice: Voice,
): readonly SummaryRow[] => {
  const { text, row, format } = voice;
  return [
    row(text('Paid to the recipient'), format(paidToRecipient, asset)),
    ...(returnedToSender > 0n ? [row(text('Returned to the sender'), format(returnedToSender, asset))] : []),
    row(text('Remaining in the contract'), format(left, asset)),
  ];
};

/** Describes moves of one kind, of one funding. */
const describeAlike = (moves: readonly MovesStream[], voice: Voice): Statement => {
  const { text, plural, row, technical, partyRow } = voice;
  const [first] = moves;
  if (first === undefined) return { sentence: '', rows: [], sums: [] };
  const isStop = first.move === 'CANCEL' || first.move === 'PAUSE';
  return {
    sentence: moveText(moves, voice),
    rows: [
      partyRow(text('Sender'), first.sender),
      ...(isStop
        ? [row(text('Notice'), plural(first.noticeBlocks, { one: '{count} block', other: '{count} blocks' }))]
        : []),
      ...(first.move === 'CANCEL' ? [row(text('Can be undone'), text('a cancel cannot be undone'))] : []),
      ...moves.flatMap((move) => [
        technical(text('Stream {index} of', { index: move.index }), move.category),
        ...(move.recipient === undefined ? [] : [partyRow(text('Recipient'), move.recipient)]),
        ...amountRows(move, voice),
      ]),
    ],
    sums: [],
  };
};

const keyOf = ({ move, category, asset, sender, noticeBlocks }: MovesStream): string =>
  [move, category, asset, sender, noticeBlocks].join('/');

/** Describes what a transaction does to streams: one sentence for all that are moved alike. */
export const describeMoves = (effects: readonly Effect[], voice: Voice): readonly Statement[] => {
  const alike = new Map<string, MovesStream[]>();
  for (const effect of effects)
    if (effect.kind === 'MOVES_STREAM') alike.set(keyOf(effect), [...(alike.get(keyOf(effect)) ?? []), effect]);
  return [...alike.values()].map((moves) => describeAlike(moves, voice));
};

/** What of a step says whose streams or locks go where. */
type Change = Pick<ChangesRecipient, 'move' | 'from' | 'fromHash' | 'to' | 'toHash' | 'moveDelay'>;

/**
 * Says who is paid from when on; nothing else changes.
 *
 * @param streams how many streams or locks, in words
 */
const changeText = (first: Change, streams: string, { text, plural, party }: Voice): string => {
  const values = {
    streams,
    from: party(first.from),
    to: party(first.to),
    delay: plural(first.moveDelay, { one: '{count} block', other: '{count} blocks' }),
  };
  switch (first.move) {
    case 'ANNOUNCE':
      return text(
        'Moves {streams} from {from} to {to}: after {delay} all payments go there. Until then {from} is paid and can undo it. Nothing else changes.',
        values,
      );
    case 'UNDO':
      return text('Undoes the move of {streams}: all payments go on to {from}. Nothing else changes.', values);
    case 'KEEP':
      return text('Ends the undone move of {streams}: all payments go on to {from}. Nothing else changes.', values);
    case 'FINISH':
      return text(
        'Finishes the move of {streams} from {from} to {to}: all payments go there from now on. Nothing else changes.',
        values,
      );
  }
};

/** Describes moves to one address, of one recipient. @param own rows of each that moves */
const describeChange = (first: Change, streams: string, own: readonly SummaryRow[], voice: Voice): Statement => {
  const { text, plural, row, partyRow } = voice;
  const { move, from, fromHash, to, toHash, moveDelay } = first;
  const stays = fromHash === toHash;
  const addressRow = (label: string, address: string | undefined, hash: string): SummaryRow =>
    address === undefined ? row(label, text('script with the hash {hash}', { hash })) : partyRow(label, address);
  return {
    sentence: changeText(first, streams, voice),
    rows: [
      addressRow(stays ? text('Stays with') : text('Old address'), from, fromHash),
      ...(stays ? [] : [addressRow(text('New address'), to, toHash)]),
      ...(move === 'ANNOUNCE'
        ? [row(text('Can be undone'), plural(moveDelay, { one: 'for {count} block', other: 'for {count} blocks' }))]
        : []),
      ...own,
    ],
    sums: [],
  };
};

const changeKeyOf = ({ move, fromHash, toHash, moveDelay }: Change): string =>
  [move, fromHash, toHash, moveDelay].join('/');

/** Groups what goes from one address to one other. */
const alikeOf = <Moved extends Change>(changes: readonly Moved[]): readonly (readonly [Moved, readonly Moved[]])[] => {
  const groups = new Map<string, readonly [Moved, readonly Moved[]]>();
  for (const change of changes) {
    const [first, all] = groups.get(changeKeyOf(change)) ?? [change, []];
    groups.set(changeKeyOf(change), [first, [...all, change]]);
  }
  return [...groups.values()];
};

/** Describes moves of streams to other addresses: one sentence for all that go from one address to one other. */
export const describeChanges = (effects: readonly Effect[], voice: Voice): readonly Statement[] => {
  const { text, plural, row, technical, partyRow, format } = voice;
  const changes = effects.flatMap((effect) => (effect.kind === 'CHANGES_RECIPIENT' ? [effect] : []));
  return alikeOf(changes).map(([first, all]) =>
    describeChange(
      first,
      plural(all.length, { one: '{count} stream', other: '{count} streams' }),
      all.flatMap(({ index, category, sender, left, asset }) => [
        technical(text('Stream {index} of', { index }), category),
        partyRow(text('Sender'), sender),
        row(text('Remaining in the contract'), format(left, asset)),
      ]),
      voice,
    ),
  );
};

/** Describes moves of locks to other addresses in the same way. */
export const describeLockMoves = (effects: readonly Effect[], voice: Voice): readonly Statement[] => {
  const { text, plural, row, technical, format } = voice;
  const moves = effects.flatMap((effect) => (effect.kind === 'MOVES_LOCK' ? [effect] : []));
  return alikeOf(moves).map(([first, all]) =>
    describeChange(
      first,
      plural(all.length, { one: '{count} lock', other: '{count} locks' }),
      all.flatMap(({ lock, left, asset }) => [
        technical(text('Lock'), lock),
        row(text('Remaining in the contract'), format(left, asset)),
      ]),
      voice,
    ),
  );
};
