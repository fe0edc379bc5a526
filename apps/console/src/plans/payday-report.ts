import type { ActivityLine, PlanStream } from '@weir/client';
import { asTyped, decimalsOf, plainText, unitOf, type AssetOfRecord } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { type Pace, paydayFrom } from '../payments/pace.js';

/** What one person was paid for one payday, or can claim of it. Base units, Unix seconds. */
export interface PaydayEntry {
  /** Of the person's record. */
  readonly id: string;
  readonly recipient: string;
  readonly name: string | undefined;
  readonly amount: bigint;
  /** Null while it is not paid. */
  readonly paidAt: number | null;
  readonly txHash: string | null;
  /** When it was due. */
  readonly at: number;
}

/** A payday that is due: who was paid, and who can claim. */
export interface PaydayReport {
  /** When its first period was due, Unix seconds. */
  readonly at: number;
  readonly entries: readonly PaydayEntry[];
  readonly paid: bigint;
  readonly open: bigint;
}

type Paid = Pick<
  ActivityLine,
  'amountBase' | 'counterparty' | 'payday' | 'periods' | 'recordId' | 'timestamp' | 'txHash'
>;
type Row = Pick<
  PlanStream,
  'amount_per_period_base' | 'claimable_amount_base' | 'id' | 'next_payment_date' | 'recipient' | 'step'
>;

/** Words and days of a person's row. */
interface RowWords {
  readonly nameOf: (row: Row) => string | undefined;
  /** How far the paydays of a row are apart. */
  readonly paceOf: (row: Row) => Pace;
}

/** A payment of several periods is one entry for each payday, the earliest first. What has no periods is of the day it was paid. */
const paidEntries = (
  { amountBase, counterparty, payday, periods, recordId: id, timestamp, txHash }: Paid,
  row: Row | undefined,
  { nameOf, paceOf }: RowWords,
): readonly PaydayEntry[] => {
  const pace = row === undefined ? { intervalSeconds: 0 } : paceOf(row);
  const count = periods ?? 1;
  const each = amountBase / BigInt(count);
  return Array.from({ length: count }, (_, period) => {
    const isLast = period === count - 1;
    return {
      id,
      recipient: row?.recipient ?? counterparty ?? '',
      name: row && nameOf(row),
      amount: isLast ? amountBase - each * BigInt(count - 1) : each,
      paidAt: timestamp,
      txHash,
      at: payday === null ? timestamp : paydayFrom(pace, payday, period + 1 - count),
    };
  });
};

/** The periods that a person can claim. */
const openEntries = (row: Row, { nameOf, paceOf }: RowWords): readonly PaydayEntry[] => {
  const { amount_per_period_base: each, claimable_amount_base: claimable, next_payment_date: next } = row;
  if (each === null || next === null || each === 0n) return [];
  return Array.from({ length: Number(claimable / each) }, (_, period) => ({
    id: row.id,
    recipient: row.recipient,
    name: nameOf(row),
    amount: each,
    paidAt: null,
    txHash: null,
    at: paydayFrom(paceOf(row), next, period),
  }));
};

/**
 * Reports each payday that is due, the latest first, by days of the user's zone; within a day in the order of the list.
 *
 * @param lines payments of the plan from its sender's ledger
 * @param rows people of the plan
 * @param words names and days of rows
 */
export const paydayReports = (
  lines: readonly Paid[],
  rows: readonly Row[],
  words: RowWords,
): readonly PaydayReport[] => {
  const byId = new Map(rows.map((row, index) => [row.id, { row, index }]));
  const entries = [
    ...lines.flatMap((line) => paidEntries(line, byId.get(line.recordId)?.row, words)),
    ...rows.flatMap((row) => openEntries(row, words)),
  ];
  const days = new Map<string, PaydayEntry[]>();
  for (const entry of entries) {
    const day = new Date(entry.at * 1_000).toDateString();
    const known = days.get(day);
    if (known === undefined) days.set(day, [entry]);
    else known.push(entry);
  }
  const place = ({ id }: PaydayEntry): number => byId.get(id)?.index ?? rows.length;
  const sum = (some: readonly PaydayEntry[]): bigint => some.reduce((total, { amount }) => total + amount, 0n);
  return [...days.values()]
    .map((of) => ({
      at: Math.min(...of.map(({ at }) => at)),
      entries: of.toSorted((one, other) => place(one) - place(other)),
      paid: sum(of.filter(({ paidAt }) => paidAt !== null)),
      open: sum(of.filter(({ paidAt }) => paidAt === null)),
    }))
    .toSorted((one, other) => other.at - one.at);
};

/** What a currency says an amount comes to; undefined where there is no price. */
export type ValueOf = (base: bigint) => { readonly value: string; readonly currency: string } | undefined;

const timeCell = (at: number | null): string => (at === null ? '' : new Date(at * 1_000).toISOString());

/** Writes reports as CSV, a line for each person and payday, with a line for each payday's sum. */
export const reportsCsv = (reports: readonly PaydayReport[], of: AssetOfRecord, valueOf: ValueOf): string => {
  const amounts = (base: bigint): readonly string[] => {
    const worth = valueOf(base);
    return [
      asTyped(plainText(base, decimalsOf(of))),
      unitOf(of),
      worth === undefined ? '' : asTyped(worth.value),
      worth?.currency ?? '',
    ];
  };
  return csvText([
    ['payday', 'name', 'recipient', 'amount', 'asset', 'value_now', 'currency', 'status', 'paid', 'transaction'],
    ...reports.flatMap(({ at, entries, paid, open }) => [
      ...entries.map(({ name, recipient, amount, paidAt, txHash }) => [
        timeCell(at),
        name ?? '',
        recipient,
        ...amounts(amount),
        paidAt === null ? 'claimable' : 'paid',
        timeCell(paidAt),
        txHash ?? '',
      ]),
      [timeCell(at), 'TOTAL', '', ...amounts(paid + open), '', '', ''],
    ]),
  ]);
};
