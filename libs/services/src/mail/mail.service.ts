import { randomUUID } from 'node:crypto';
import type { Network } from '@weir/covenants';
import type {
  MailChoices,
  MailSubscription,
  MailSubscriptionsRepository,
  PublishedEventsRepository,
  QuietHours,
  Quota,
} from '@weir/infra';
import { NOTIFICATION_KINDS, type NotificationChannel, type NotificationKind } from '@weir/kinds';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { type Caller, callerParties } from '../shared/parties.js';
import type { Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import type { Channel } from './channel.types.js';
import type { Mailboxes, MailLink } from './mailboxes.js';
import { isTimeZone } from './quiet-hours.js';

/** The dependencies of e-mail subscriptions. */
export interface MailContext {
  readonly subscriptions: MailSubscriptionsRepository;
  readonly events: Pick<PublishedEventsRepository, 'publish' | 'lastPosition'>;
  /** Undefined where this service sends no messages. */
  readonly mailboxes: Mailboxes | undefined;
  readonly channels: ReadonlyMap<NotificationChannel, Channel>;
  /** How many confirmations one caller and one network may ask for within a day. */
  readonly quota: Quota;
  readonly network: Network;
  /** Unix seconds, by the machine. */
  readonly now: () => number;
}

/** The channel of requests that name none. */
const DEFAULT_CHANNEL = 'email';
/** How long a confirmation is possible, and how long it counts, seconds. */
const DAY = 86_400;
/** Confirmations that are sent to one mailbox within a day, no matter who asks. */
const PER_MAILBOX = 3;
/** How long nobody can have a mailbox asked whose reader has refused, seconds. */
const REFUSED_SECONDS = 30 * DAY;

/** What a subscriber asks for. */
export interface MailInput {
  /** How messages reach the subscriber; e-mail by default. */
  readonly channel?: NotificationChannel | undefined;
  /** Where to, as the channel names it; by default where it goes already. */
  readonly target?: string | undefined;
  /** The same of e-mail. */
  readonly email?: string | undefined;
  readonly kinds?: readonly NotificationKind[] | undefined;
  /** IANA name. */
  readonly timeZone?: string | undefined;
  readonly quiet?: QuietHours | undefined;
}

const toView = (
  { id, mailbox, status, kinds, timeZone, quiet, confirmBy }: MailSubscription,
  mailboxes: Mailboxes,
  channel: Channel,
) => ({
  channel: channel.name,
  hint: channel.hintOf(mailboxes.open(mailbox, id) ?? ''),
  status,
  kinds,
  timeZone,
  quiet,
  confirmBy: status === 'unconfirmed' ? confirmBy : null,
});

const required = ({ mailboxes }: MailContext): Mailboxes => {
  if (mailboxes !== undefined) return mailboxes;
  throw new ServiceError('WRONG_STATE', 'This service sends no messages');
};

/** @throws ServiceError WRONG_STATE */
const channelOf = ({ channels }: MailContext, name: NotificationChannel): Channel => {
  const channel = channels.get(name);
  if (channel !== undefined) return channel;
  throw new ServiceError('WRONG_STATE', `This service sends nothing by ${name}`);
};

/** Returns the caller's subscription by one channel; null without one. */
const readMail = async (context: MailContext, caller: Caller, name: NotificationChannel = DEFAULT_CHANNEL) => {
  const { subscriptions, mailboxes, network } = context;
  const channel = context.channels.get(name);
  if (mailboxes === undefined || channel === undefined) return null;
  const found = await subscriptions.find({ partyHash: callerParties(caller, network)[0].hashHex, channel: name });
  return found === undefined ? null : toView(found, mailboxes, channel);
};

/** Reads where messages are to go; undefined where that does not change. @throws ServiceError INVALID_REQUEST */
const targetOf = ({ target, email }: MailInput, channel: Channel): string | undefined => {
  const [field, given] = email === undefined ? (['target', target] as const) : (['email', email] as const);
  if (given === undefined) return undefined;
  const read = channel.readTarget(given);
  if (read !== undefined && (field === 'target' || field === channel.field)) return read;
  throw new ServiceError('INVALID_REQUEST', `${field} names nothing that messages by ${channel.name} reach`, { field });
};

const choicesOf = ({ kinds = NOTIFICATION_KINDS, timeZone = 'UTC', quiet }: MailInput): MailChoices => {
  const choices = { kinds: NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind)), timeZone, quiet: quiet ?? null };
  if (isTimeZone(timeZone)) return choices;
  throw new ServiceError('INVALID_REQUEST', 'timeZone must be the name of a time zone, such as Europe/Vienna', {
    field: 'timeZone',
  });
};

/**
 * Subscribes the caller's first address, or changes what it is shown. Another e-mail address than before gets a mail that asks for
 * confirmation, and nothing else until then.
 *
 * @throws ServiceError WRONG_STATE, INVALID_REQUEST; QUOTA_EXCEEDED (as QuotaExceededError)
 */
const subscribeMail = async (context: MailContext, input: MailInput, caller: Caller, origin: Origin) => {
  const mailboxes = required(context);
  const { subscriptions, quota, now } = context;
  const [{ address, hashHex: partyHash }] = callerParties(caller, context.network);
  const { channel: name = DEFAULT_CHANNEL } = input;
  const channel = channelOf(context, name);
  const key = { partyHash, channel: name };
  const known = await subscriptions.find(key);
  const choices = choicesOf(input);
  const current = known && mailboxes.open(known.mailbox, known.id);
  const named = targetOf(input, channel);
  const target = named ?? current;
  if (target === undefined) {
    const { field } = channel;
    throw new ServiceError('INVALID_REQUEST', `${field} is required: the address for the messages`, { field });
  }
  // An address that is named while it waits is asked once more: the first mail may be lost.
  const isKept = target === current && (named === undefined || known?.status === 'active');
  if (isKept) await subscriptions.choose(key, choices);
  else {
    const id = randomUUID();
    const at = now();
    await subscriptions.replace(
      { ...choices, ...key, id, address, mailbox: mailboxes.seal(target, id), confirmBy: at + DAY },
      { callerHash: partyHash, network: origin.network, expiresAt: at + DAY, quota },
      { digest: mailboxes.digestOf(target), limit: PER_MAILBOX },
      at,
    );
  }
  return readMail(context, caller, name);
};

/** Ends the caller's subscription. */
const removeMail = async (
  { subscriptions, network }: MailContext,
  caller: Caller,
  channel: NotificationChannel = DEFAULT_CHANNEL,
): Promise<void> => subscriptions.remove({ partyHash: callerParties(caller, network)[0].hashHex, channel });

/** Reads a link of a mail. @throws ServiceError NOT_FOUND */
const readMailLink = ({ mailboxes }: MailContext, text: string): MailLink => {
  const link = mailboxes?.readLink(text);
  if (link !== undefined) return link;
  throw new ServiceError('NOT_FOUND', 'There is no such link');
};

/** Does what a link of a mail says. @returns whether it could. @throws ServiceError NOT_FOUND */
const followMailLink = async (context: MailContext, text: string): Promise<MailLink & { readonly done: boolean }> => {
  const link = readMailLink(context, text);
  const { subscriptions, events, now } = context;
  if (link.purpose === 'unsubscribe') {
    // Anybody who refuses what they were asked is not asked again: a stranger could ask every day.
    const mailboxes = required(context);
    const asked = await subscriptions.unconfirmed(link.id);
    const mailbox = asked && mailboxes.open(asked.mailbox, asked.id);
    if (mailbox !== undefined) {
      const quota = { digest: mailboxes.digestOf(mailbox), limit: PER_MAILBOX };
      await subscriptions.refuseRequests(quota, now() + REFUSED_SECONDS);
    }
    // Of an earlier subscription it is done already.
    await subscriptions.remove({ id: link.id });
    return { ...link, done: true };
  }
  // What has happened so far is published first, so that it does not arrive as new.
  await events.publish();
  return { ...link, done: await subscriptions.confirm(link.id, await events.lastPosition(), now()) };
};

/** Builds e-mail subscriptions over a database. Holds no state of its own: any number of replicas may serve. */
export const createMailService = (context: MailContext) =>
  bindUseCases(context, {
    read: readMail,
    subscribe: subscribeMail,
    remove: removeMail,
    readLink: readMailLink,
    followLink: followMailLink,
  });

export type MailService = ReturnType<typeof createMailService>;
