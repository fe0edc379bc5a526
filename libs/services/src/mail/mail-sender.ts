import type { Network } from '@weir/covenants';
import {
  type AirdropsRepository,
  MAIL_CONNECTIONS,
  type MailMessage,
  type MailOutcome,
  type MailQueue,
  type MailSubscription,
  type NoticeContent,
  type PublishedEvent,
  type PublishedEventsRepository,
} from '@weir/infra';
import { matches, parseFilter } from '../events/event-filter.js';
import type { PortfolioContext } from '../portfolio/portfolio-context.js';
import { usableTime } from '../shared/chain-time.js';
import { repeat, startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';
import type { Channel, ChannelSender } from './channel.types.js';
import { noticeOfEvent, readDates } from './mail-notices.js';
import type { Mailboxes } from './mailboxes.js';
import { nextMail } from './quiet-hours.js';

/** The dependencies of the mail sender. */
export interface MailSenderOptions extends WorkerOptions {
  readonly queue: MailQueue;
  readonly events: Pick<PublishedEventsRepository, 'scan'>;
  /** Records and the chain's time. */
  readonly records: Pick<PortfolioContext, 'portfolio' | 'chain' | 'now'> & {
    readonly airdrops: Pick<AirdropsRepository, 'listed'>;
  };
  readonly network: Network;
  readonly mailboxes: Mailboxes;
  readonly channels: readonly Channel[];
  /** Unix seconds, by the machine. */
  readonly now: () => number;
  /** How often it looks for something to do, milliseconds. */
  readonly pollMs?: number;
}

/** Events that are read at once. */
const SCANNED = 200;
/** Subscriptions that are looked at in one round, and records of each side of one. */
const SUBSCRIPTIONS = 50;
const MAX_RECORDS = 500;
/**
 * How long nobody else takes a mail that is being sent, seconds: beyond the time that sending may take. After a kill it is sent once more
 * then.
 */
const LEASE = 120;
/** Pauses before further attempts, seconds, and how long a mail is tried. */
const PAUSES = [10, 60, 300, 1_800, 3_600];
const TRIED_SECONDS = 259_200;
/** How long is kept what was reported, seconds: everything that could come again comes within it. */
const KEPT_SECONDS = 2_592_000;
const CLEANING_SECONDS = 600;
/** How long after its funding a campaign may be notified of late, seconds: while it is kept that it was reported. */
const LATE_SECONDS = 1_728_000;

/** What may be shown to a subscriber, who has proven the address. */
const filterOf = ({ address }: MailSubscription, network: Network) =>
  parseFilter({}, { addresses: [address], isAuthenticated: true }, network);

const hashesOf = (events: readonly PublishedEvent[]): readonly string[] => [
  ...new Set(events.flatMap(({ parties }) => parties.flatMap(({ hash }) => (hash === null ? [] : [hash])))),
];

/** Makes notices of the events published since. @returns whether there may be more */
const noteEvents = async ({ queue, events, network, now }: MailSenderOptions): Promise<boolean> => {
  const page = await events.scan({ after: await queue.readThrough(), limit: SCANNED });
  const last = page.at(-1);
  if (last === undefined) return false;
  const subscriptions = await queue.activeOf(hashesOf(page));
  const notices = subscriptions.flatMap((subscription) => {
    const filter = filterOf(subscription, network);
    return page.flatMap((event) => {
      const isNew = event.position > subscription.afterEvent && matches(event, filter);
      return (isNew ? noticeOfEvent(event, subscription) : undefined) ?? [];
    });
  });
  const subscriptionIds = subscriptions.map(({ id }) => id);
  // Whom a list names is not a party of its campaign's events.
  const campaigns = page.filter(({ kind, product }) => kind === 'funded' && product === 'airdrop');
  const campaignIds = campaigns.map(({ recordId }) => recordId);
  await queue.noteEvents(notices, { subscriptionIds, campaignIds, through: last.position, now: now() });
  return page.length === SCANNED;
};

/**
 * Reads campaigns that a subscriber can claim from and may not have been notified of: at the first look all, then those that have started
 * since the last one, or were funded lately.
 */
const listedFor = (
  { kinds, partyHash, checkedThrough }: MailSubscription,
  { airdrops }: MailSenderOptions['records'],
  asOf: number,
) =>
  kinds.includes('claimable')
    ? airdrops.listed({
        recipientHashes: [partyHash],
        at: asOf,
        limit: MAX_RECORDS,
        startsAfter: Math.min(checkedThrough ?? 0, asOf),
        fundedAfter: asOf - LATE_SECONDS,
      })
    : [];

/** Makes notices of dates that have come, or come soon. @returns whether there may be more */
const noteDates = async ({ queue, records, now }: MailSenderOptions): Promise<boolean> => {
  const asOf = Number(await usableTime(records));
  const subscriptions = await queue.toCheck(asOf, SUBSCRIPTIONS);
  for (const subscription of subscriptions) {
    const rowsOf = (side: 'recipient' | 'sender') =>
      records.portfolio.open(side, [subscription.partyHash], MAX_RECORDS);
    const rows = {
      incoming: await rowsOf('recipient'),
      outgoing: await rowsOf('sender'),
      listed: await listedFor(subscription, records, asOf),
    };
    const { notices, next } = readDates(subscription, rows, asOf);
    await queue.noteDates(subscription, notices, { asOf, next, now: now() });
  }
  return subscriptions.length === SUBSCRIPTIONS;
};

/** Makes mails of the notices that wait, outside of quiet hours. @returns whether there may be more */
const makeMessages = async ({ queue, now }: MailSenderOptions): Promise<boolean> => {
  const at = now();
  const subscriptions = await queue.toMail(at, SUBSCRIPTIONS);
  for (const subscription of subscriptions) {
    const next = nextMail(subscription, at);
    if (next.waitsUntil === undefined) await queue.makeMessage(subscription.id, { ...next, now: at });
    else await queue.postpone(subscription.id, next.waitsUntil);
  }
  return subscriptions.length === SUBSCRIPTIONS;
};

/** When a mail is tried again, Unix seconds; null where it has been tried for long enough. */
const retryAt = ({ attempts, createdAt }: MailMessage, now: number): number | null =>
  now - createdAt >= TRIED_SECONDS ? null : now + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0);

/** Creates what sends messages: those that it takes, as many at once as there are connections. */
const createSending = (options: MailSenderOptions, senders: ReadonlyMap<string, ChannelSender>) => {
  const { queue, mailboxes, now, log } = options;
  const underWay = new Set<Promise<void>>();

  const attempt = async (
    message: MailMessage,
    subscription: MailSubscription | undefined,
    notices: readonly NoticeContent[],
  ): Promise<MailOutcome> => {
    const to = subscription && mailboxes.open(subscription.mailbox, subscription.id);
    if (subscription === undefined || subscription.status === 'refused')
      return { status: 'failed', reason: 'The subscription has ended' };
    if (to === undefined) return { status: 'failed', reason: 'The address was encrypted with another MAIL_SECRET' };
    if (!message.isConfirmation && notices.length === 0) return { status: 'failed', reason: 'Nothing to report' };
    const { id, address, channel, timeZone } = subscription;
    const sender = senders.get(channel);
    if (sender === undefined) return { status: 'failed', reason: `This service sends nothing by ${channel}` };
    const links = {
      confirm: mailboxes.linkTo({ purpose: 'confirm', id }),
      unsubscribe: mailboxes.linkTo({ purpose: 'unsubscribe', id }),
    };
    const createdAt = new Date(message.createdAt * 1_000);
    return sender.send({ id: message.id, to, createdAt, address, timeZone, notices, links });
  };
  const send = async (...sent: Parameters<typeof attempt>): Promise<void> => {
    const [message] = sent;
    try {
      const outcome = await attempt(...sent);
      if (outcome.status !== 'accepted')
        log.warn({ messageId: message.id, status: outcome.status, reason: outcome.reason }, 'A mail was not accepted');
      await queue.settle(message, outcome, retryAt(message, now()));
    } catch (error) {
      log.warn({ err: error, messageId: message.id }, 'Storing the result of a mail failed; it is sent again');
    }
  };
  return {
    /** Takes mails that are due. @returns whether there may be more */
    async sendDue(): Promise<boolean> {
      const free = MAIL_CONNECTIONS - underWay.size;
      if (free === 0) {
        await Promise.race(underWay);
        return true;
      }
      const at = now();
      const messages = await queue.take(at, at + LEASE, free);
      if (messages.length === 0) return false;
      const found = await queue.subscriptions(messages.map(({ subscriptionId }) => subscriptionId));
      const subscriptions = new Map(found.map((each) => [each.id, each]));
      const contents = await queue.contents(messages.map(({ id }) => id));
      for (const message of messages) {
        const { id, subscriptionId } = message;
        const sending = send(message, subscriptions.get(subscriptionId), contents.get(id) ?? []).finally(() =>
          underWay.delete(sending),
        );
        underWay.add(sending);
      }
      return true;
    },
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  };
};

/**
 * Sends mails to people: makes notices of events and dates, mails of the notices, and sends these. What it has begun when it ends is
 * sent once more by the next, under the same Message-ID.
 */
export const createMailSender = (options: MailSenderOptions): Worker => {
  const { queue, log, now, pollMs = 500 } = options;
  const work = async (signal: AbortSignal): Promise<void> => {
    const senders = new Map(options.channels.map((channel) => [channel.name, channel.open()] as const));
    const sending = createSending(options, senders);
    let cleanAt = 0;
    const steps: readonly (readonly [string, () => Promise<boolean>])[] = [
      ['Reading events for mails', () => noteEvents(options)],
      ['Reading dates for mails', () => noteDates(options)],
      ['Making mails', () => makeMessages(options)],
      ['Sending mails', () => sending.sendDue()],
      [
        'Deleting old mails',
        async () => {
          const at = now();
          if (at < cleanAt) return false;
          cleanAt = at + CLEANING_SECONDS;
          await queue.removeOld({ before: at - KEPT_SECONDS, now: at });
          return false;
        },
      ],
    ];
    // Each by itself: while one has to wait for the chain or the relay, the others go on.
    await Promise.all(
      steps.map(([name, step]) =>
        repeat(signal, {
          pauseMs: pollMs,
          async step() {
            while (!signal.aborted && (await step()));
          },
          onFailure: (error) => log.warn({ err: error }, `${name} failed; retrying`),
          afterFailureMs: 5_000,
        }),
      ),
    );
    await sending.settled();
    for (const sender of senders.values()) sender.close();
  };
  return startWorker({ ...options, name: 'mail-sender', work, status: () => ({}) });
};
