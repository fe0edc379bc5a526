import type { ActivityLine } from '@weir/client';
import { dayText } from '../format/time.js';

/** Entries on show; the file has all. */
export const SHOWN = 200;
/** Days that are read one after the other, until there are more entries than are shown; then all. */
export const WINDOWS = [7, 90];

/** What the page shows of payments as one: of a funding with its reserve, or of all members of a list on one day. */
export interface ActivityEntry extends Pick<ActivityLine, 'kind' | 'direction' | 'product' | 'asset'> {
  readonly key: string;
  /** When the last of them was, Unix seconds. */
  readonly at: number;
  /** How many payments; what a funding reserves for fees belongs to it. */
  readonly count: number;
  /** Their sum, base units. */
  readonly amountBase: bigint;
  /** What was locked beside for fees, satoshis. */
  readonly feesBase: bigint;
  /** The latest payment, whose record the entry leads to where it is the only one. */
  readonly line: ActivityLine;
  /** Undefined where they are several. */
  readonly txHash: string | undefined;
}

/**
 * Returns what payments have in common that are one entry: the transaction and its record, or of a payer's list or airdrop the day,
 * since what is paid to its members is one thing to them.
 */
const keyOf = ({ planId, recordId, kind, product, direction, asset, timestamp, txHash }: ActivityLine): string => {
  const isFunding = kind === 'funding' || kind === 'reserve';
  const what = isFunding ? 'funding' : `${kind} ${direction} ${asset}`;
  const isPayers = isFunding || direction === 'contract' || kind === 'refund';
  if (isPayers && planId !== null) return `${planId} ${what} ${dayText(timestamp)}`;
  if (direction === 'contract' && product === 'airdrop') return `${recordId} ${what} ${dayText(timestamp)}`;
  return `${recordId} ${what} ${txHash}`;
};

const withLine = (before: ActivityEntry | undefined, key: string, line: ActivityLine): ActivityEntry => {
  const isReserve = line.kind === 'reserve';
  const { kind, direction, product, asset } = before === undefined || before.kind === 'reserve' ? line : before;
  return {
    ...{ key, kind, direction, product, asset, line },
    at: line.timestamp,
    count: (before?.count ?? 0) + (isReserve ? 0 : 1),
    amountBase: (before?.amountBase ?? 0n) + (isReserve ? 0n : line.amountBase),
    feesBase: (before?.feesBase ?? 0n) + (isReserve ? line.amountBase : 0n),
    txHash: before === undefined || before.txHash === line.txHash ? line.txHash : undefined,
  };
};

/**
 * Collects the latest entries of payments that come in their order. An entry is complete once another day begins, and only then
 * may be forgotten: none is ever split.
 *
 * @returns the entries, the newest first: more than `SHOWN` where there are more
 */
export const entriesOf = async (lines: AsyncIterable<ActivityLine>): Promise<readonly ActivityEntry[]> => {
  const entries = new Map<string, ActivityEntry>();
  let day = '';
  for await (const line of lines) {
    const today = dayText(line.timestamp);
    if (today !== day) {
      for (const key of [...entries.keys()].slice(0, -SHOWN - 1)) entries.delete(key);
      day = today;
    }
    const key = keyOf(line);
    const before = entries.get(key);
    entries.delete(key);
    entries.set(key, withLine(before, key, line));
  }
  return [...entries.values()].toReversed();
};
