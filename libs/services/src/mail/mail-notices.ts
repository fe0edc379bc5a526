import type {
  CampaignRecord,
  MailSubscription,
  NewNotice,
  NoticeContent,
  PortfolioRow,
  PublishedEvent,
} from '@weir/infra';
import { eventFactsOf, type NotificationKind } from '@weir/kinds';
import { type DueDate, dueDates } from '../portfolio/due-dates.js';
import { flowOf } from '../portfolio/flows.js';
import { titleOf } from '../portfolio/portfolio.service.js';

const DAY = 86_400;

/** What mails call a record: a stream that is by a lock's contract is a lock. */
const nameOf = (product: string, contract: unknown): string => (contract === 'LOCK' ? 'lock' : product);

/** What a step of a payment in a currency says of the price that it fixed. */
const priceOf = ({ currency, currencyAmount, price }: PublishedEvent['figures']): NoticeContent['priced'] =>
  typeof currency === 'string' && typeof currencyAmount === 'string' && typeof price === 'string'
    ? { currency, amount: currencyAmount, price }
    : undefined;

/** Whether an event asks something of a party in its roles, or is news to it. */
const concerns = (
  kind: NotificationKind,
  roles: readonly string[],
  { product, parentId, amount, figures }: PublishedEvent,
): boolean => {
  // That a period was not paid is another event.
  if (kind === 'period_paid') return amount !== 0n;
  // The signers of a roster stop its recovery, if they want to; its end is signed by those who follow.
  if (kind === 'signature_wanted')
    return (
      roles.includes(figures['proposalKind'] === 'recovery' ? 'next_signer' : 'signer') && !roles.includes('proposer')
    );
  if (kind === 'at_risk') return roles.includes('recipient');
  // Of a plan its sender is shown by the plan's own event.
  return !(kind === 'funded' && product === 'stream' && parentId !== null && !roles.includes('recipient'));
};

/**
 * Returns what a subscriber is notified of an event; undefined where it is nothing to them. The subject names the step on the chain, not the
 * event: a step that comes again after a reorganisation is reported once.
 */
export const noticeOfEvent = (
  event: PublishedEvent,
  { id, partyHash, kinds }: Pick<MailSubscription, 'id' | 'partyHash' | 'kinds'>,
): NewNotice | undefined => {
  const kind = eventFactsOf(event.kind)?.notification;
  const roles = event.parties.filter(({ hash }) => hash === partyHash).map(({ role }) => role);
  if (kind === undefined || !kinds.includes(kind) || roles.length === 0 || !concerns(kind, roles, event))
    return undefined;
  const { product, recordId, displayId, amount, tokenCategory, txHash, figures } = event;
  const priced = priceOf(figures);
  return {
    subscriptionId: id,
    subject: `${event.kind} ${recordId} ${txHash ?? figures['round'] ?? ''}`,
    content: {
      kind,
      recordId,
      displayId,
      tokenCategory,
      event: event.kind,
      title: null,
      author: null,
      at: null,
      recipients: 1,
      product: nameOf(product, figures['contract']),
      amount: amount?.toString() ?? null,
      isOutgoing: !roles.includes('recipient'),
      ...(priced !== undefined && { priced }),
    },
  };
};

const dated = (
  { id: subscriptionId }: Pick<MailSubscription, 'id'>,
  { product, contract, id: recordId, streamId: displayId, tokenCategory, ...row }: PortfolioRow,
  { kind, at, ...more }: Pick<NoticeContent, 'kind' | 'amount' | 'isOutgoing' | 'recipients'> & { readonly at: number },
): NewNotice => ({
  subscriptionId,
  // Of one record, one a day: a schedule may have a date every second.
  subject: `${kind} ${more.isOutgoing ? 'out ' : ''}${recordId} ${Math.floor(at / DAY)}`,
  content: {
    kind,
    at,
    product: nameOf(product, contract),
    recordId,
    displayId,
    tokenCategory,
    title: titleOf(row),
    author: row.sender,
    event: null,
    ...more,
  },
});

/** A campaign whose list names the subscriber, who has not claimed, and what the claim pays, base units. */
export interface ListedCampaign {
  readonly campaign: Pick<
    CampaignRecord,
    'id' | 'campaignId' | 'title' | 'creator' | 'tokenCategory' | 'startDate' | 'claimToken'
  >;
  readonly amount: bigint;
}

const claimableOf = (
  { id: subscriptionId }: Pick<MailSubscription, 'id'>,
  { campaign, amount }: ListedCampaign,
): NewNotice => ({
  subscriptionId,
  subject: `claimable ${campaign.id}`,
  content: {
    kind: 'claimable',
    product: 'airdrop',
    recordId: campaign.id,
    displayId: campaign.campaignId,
    title: campaign.title,
    author: campaign.creator,
    amount: amount.toString(),
    tokenCategory: campaign.tokenCategory,
    at: campaign.startDate,
    event: null,
    isOutgoing: false,
    recipients: 1,
    claimToken: campaign.claimToken,
  },
});

/** The dates of a subscriber: what is to be reported now, and when to look again. */
export interface DatesRead {
  readonly notices: readonly NewNotice[];
  /** Unix seconds; null where nothing is to come. */
  readonly next: number | null;
}

interface Dated {
  readonly row: PortfolioRow;
  readonly dates: readonly DueDate[];
}

/** Paydays of a sender: rows of one plan that fall due at the same time are one. */
const paydays = (rows: readonly Dated[], from: number, until: number) => {
  const found = new Map<
    string,
    { readonly row: PortfolioRow; readonly at: number; amount: bigint; recipients: number }
  >();
  for (const { row, dates } of rows)
    for (const { at, amount } of dates) {
      if (at <= from || at > until) continue;
      const key = `${row.planId ?? row.id} ${at}`;
      const known = found.get(key) ?? { row, at, amount: 0n, recipients: 0 };
      known.amount += amount;
      known.recipients += 1;
      found.set(key, known);
    }
  return [...found.values()];
};

/**
 * Reads the dates of a subscriber's records: what has become claimable since the last look, and what falls due within a day.
 *
 * @param rows records of both sides, and campaigns that may not have been notified of yet
 * @param asOf the chain's time, Unix seconds
 */
export const readDates = (
  subscription: Pick<MailSubscription, 'id' | 'kinds' | 'checkedThrough'>,
  {
    incoming,
    outgoing,
    listed,
  }: {
    readonly incoming: readonly PortfolioRow[];
    readonly outgoing: readonly PortfolioRow[];
    readonly listed: readonly ListedCampaign[];
  },
  asOf: number,
): DatesRead => {
  const { kinds } = subscription;
  // The first look shows what can be claimed already, also where it unlocks little by little and no date has come.
  const isFirst = subscription.checkedThrough === null;
  const since = Math.min(subscription.checkedThrough ?? 0, asOf);
  // Lists of dates are cut: those that have come are read from the last look on, the others from now on.
  const datesOf = (row: PortfolioRow): Dated => ({ row, dates: dueDates(row, asOf) });
  const own = incoming.map(datesOf);
  const paid = outgoing.filter(({ recurring }) => recurring !== null).map(datesOf);
  const notices: NewNotice[] = [];
  for (const { row, dates } of own) {
    const passed = since < asOf ? dueDates(row, since).findLast(({ at }) => at <= asOf) : undefined;
    const soon = dates.find(({ at, continuous }) => at > asOf && at <= asOf + DAY && !continuous);
    const at = passed?.at ?? (isFirst ? asOf : undefined);
    const due = at === undefined || !kinds.includes('claimable') ? 0n : flowOf(row, BigInt(asOf)).due;
    if (at !== undefined && due > 0n)
      notices.push(
        dated(subscription, row, {
          kind: 'claimable',
          at,
          amount: due.toString(),
          isOutgoing: false,
          recipients: 1,
        }),
      );
    if (soon !== undefined && kinds.includes('due_soon'))
      notices.push(
        dated(subscription, row, {
          kind: 'due_soon',
          at: soon.at,
          amount: soon.amount.toString(),
          isOutgoing: false,
          recipients: 1,
        }),
      );
  }
  if (kinds.includes('due_soon'))
    for (const { row, at, amount, recipients } of paydays(paid, asOf, asOf + DAY))
      notices.push(
        dated(subscription, row, { kind: 'due_soon', at, amount: amount.toString(), isOutgoing: true, recipients }),
      );
  for (const each of listed) if (each.campaign.startDate <= asOf) notices.push(claimableOf(subscription, each));
  const moments = [...own, ...paid].flatMap(({ dates }) => dates.flatMap(({ at }) => [at - DAY, at]));
  moments.push(...listed.map(({ campaign }) => campaign.startDate));
  const coming = moments.filter((moment) => moment > asOf);
  return { notices, next: coming.length === 0 ? null : coming.reduce((first, moment) => Math.min(first, moment)) };
};
