import { useState } from 'react';
import type { Exact, Schemas } from '@weir/client';
import type { EventKind, InboxKind } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { peopleText } from '../kinds/plan-words.js';
import { KIND_NAMES, kindOf } from '../kinds/record-kinds.js';
import { type Message, msg, t } from '../language/text.js';
import { useRecordNames } from '../names/plan-names.js';
import { STEP_WORDS } from '../records/history-text.js';
import { type ListRow, useWhole } from '../records/list-card.js';
import type { RecordRow } from '../records/record-rows.js';
import { kept } from '../storage/kept.js';
import { usePages } from '../ui/pages.js';
import { Time, Title } from '../ui/values.js';
import { askedAddresses } from '../wallet/scope.js';
import { useProof } from '../wallet/use-portfolio.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

type Item = Exact<Schemas['InboxItem']>;

/** Events of one request. */
const PAGE = 100;
/** When the inbox was last seen, Unix seconds. */
const SEEN = 'weir:inbox-seen';

const WORDS: Readonly<Record<InboxKind, Message> & Partial<Record<EventKind, Message>>> = {
  ...STEP_WORDS,
  claimed: STEP_WORDS.pushed,
  deposit: STEP_WORDS.deposited,
  paid: STEP_WORDS.spent,
  created: msg('Created'),
  proposed: msg('Proposed'),
  signed: msg('Signed'),
  declined: msg('Declined'),
  approved: msg('Approved by two'),
  rejected: msg('Rejected'),
  reopened: msg('Needs signatures again'),
  stale: msg('Its coins were spent by another transaction: sign it again'),
  executed: msg('Carried out'),
  period_paid: STEP_WORDS.paid,
  underfunded: msg('Out of money: the rest of the payday is a debt'),
  purse_opened: msg('A purse was opened'),
  purse_paid: msg('A purse paid'),
  purse_home: msg('A purse was sent home'),
  purse_ended: msg('A purse was taken back or renewed'),
  exchanged: msg('Its keys were exchanged'),
  recovery_called: msg('Its guardian calls a recovery: one signer can stop it'),
  recovery_vetoed: msg('A signer stopped the recovery'),
  recovered: msg('Recovered: it has other signers'),
  reverted: msg('Rolled back by the chain'),
};

/** An event as a row. */
export interface InboxRow extends ListRow {
  readonly item: Item;
  /** What the record is called. */
  readonly name: string;
}

/** Events of one kind of a plan on one day of the user's zone are one row; undefined for events of records in no plan. */
const groupOf = ({ kind, product, record, createdAt }: Item['event']): string | null =>
  record.parentId === null || (product !== 'stream' && product !== 'payment')
    ? null
    : `${record.parentId} ${kind} ${new Date(createdAt * 1_000).toDateString()}`;

const rowOf = (item: Item, seen: number, nameOf: (id: string) => string | undefined): InboxRow => {
  const { product, contract, record, kind: step, amountBase, tokenType, tokenCategory, token, createdAt } = item.event;
  const word = WORDS[step];
  const kind = kindOf({ kind: product, contract });
  const name = item.title ?? nameOf(record.id) ?? record.displayId ?? '';
  return {
    item,
    name,
    key: item.event.id,
    kind,
    id: record.id,
    title: word === undefined ? step : t(word),
    detail: (
      <>
        {t(KIND_NAMES[kind])} <Title text={name} />
      </>
    ),
    // A move to another wallet pays nothing.
    amountBase: amountBase === null || amountBase === 0n ? undefined : amountBase,
    of: { token_type: tokenType, token_category: tokenCategory, token },
    isNew: createdAt > seen,
    note: <Time at={createdAt} isPast isDay />,
    facets: { kind },
    words: [
      name,
      record.displayId ?? '',
      nameOf(record.id) ?? '',
      ...item.event.parties.flatMap(({ address }) => address ?? []),
    ],
    createdAt,
    group: groupOf(item.event),
  };
};

/** Events of one kind of a plan on one day as one row, with the number of their records and the sum. */
export const inboxGroup = (rows: readonly [InboxRow, ...InboxRow[]]): RecordRow => {
  const [first] = rows;
  const { parentId } = first.item.event.record;
  const amounts = rows.flatMap(({ amountBase }) => amountBase ?? []);
  return {
    ...first,
    kind: 'plan',
    id: parentId ?? first.id,
    detail: peopleText(first.kind, new Set(rows.map(({ id }) => id)).size),
    amountBase: amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0n),
    isNew: rows.some(({ isNew }) => isNew),
  };
};

/** Returns when the user saw the inbox last, Unix seconds. */
export const seenAt = (): number => Number(kept.get(SEEN) ?? 0);

/** Remembers the newest event that the user saw. */
export const markSeen = (at: number): void => {
  if (at > seenAt()) kept.set(SEEN, String(at));
};

/**
 * Reads what happened to the records of a wallet, the newest first.
 *
 * @param most events that are read without being asked for
 */
export const useInbox = (connected: ConnectedWallet, most: number) => {
  const { weir } = useServices();
  const addresses = askedAddresses(connected);
  const [seen] = useState(seenAt);
  const nameOf = useRecordNames();
  const { isProven } = useProof(connected);
  const pages = usePages(
    ['portfolio', 'inbox', addresses, isProven],
    (cursor, options) =>
      weir.people.inbox(addresses, {
        limit: PAGE,
        ...(isProven && { wallet: connected.wallet }),
        ...cursor,
        ...options,
      }),
    ({ items }) => items.map((item) => rowOf(item, seen, nameOf)),
  );
  useWhole(pages, most);
  return pages;
};

/** Writes events as CSV, one a line. */
export const inboxCsv = (rows: readonly InboxRow[]): string =>
  csvText([
    ['time', 'event', 'kind', 'number', 'name', 'amount', 'asset', 'category', 'plan', 'transaction', 'address'],
    ...rows.map(({ item: { address, event }, title, kind, name, amountBase, of, createdAt, group }) => [
      new Date(createdAt * 1_000).toISOString(),
      title,
      kind,
      event.record.displayId ?? '',
      name,
      amountBase === undefined ? '' : asTyped(plainText(amountBase, decimalsOf(of))),
      unitOf(of),
      event.tokenCategory ?? '',
      group === null ? '' : (event.record.parentId ?? ''),
      event.txHash ?? '',
      address,
    ]),
  ]);
