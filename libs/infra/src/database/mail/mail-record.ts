import type { NotificationChannel, NotificationKind, SubscriptionStatus } from '@weir/kinds';

/** Hours of the day, in the subscriber's time zone, from which and until which nothing is sent. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** What a subscriber chooses. */
export interface MailChoices {
  readonly kinds: readonly NotificationKind[];
  /** IANA name. */
  readonly timeZone: string;
  readonly quiet: QuietHours | null;
}

/** Messages about what happens to an address, by one channel. Times are Unix seconds. */
export interface MailSubscription extends MailChoices {
  readonly id: string;
  /** What parties are compared by: see `partyKey`. */
  readonly partyHash: string;
  readonly address: string;
  readonly channel: NotificationChannel;
  /** Where the channel sends messages (an e-mail address), encrypted. */
  readonly mailbox: string;
  /** `refused`: the mailbox does not exist, or takes nothing from here. */
  readonly status: SubscriptionStatus;
  /** Until when it may be confirmed. */
  readonly confirmBy: number;
  /** Only events after this position. */
  readonly afterEvent: number;
  /** Up to which time of the chain dates have been reported; null before the first look. */
  readonly checkedThrough: number | null;
  /** How often another look at its dates was asked for. */
  readonly looksAsked: number;
  /** The start of the day that mails are counted in, how many it has, and when the last one was made. */
  readonly dayBeganAt: number;
  readonly mailsOfDay: number;
  readonly lastMailAt: number;
}

/** One thing that a subscriber is notified of. */
export interface NoticeContent {
  readonly kind: NotificationKind;
  /** The product of the record; `lock` of a stream that is one. */
  readonly product: string;
  readonly recordId: string;
  readonly displayId: string | null;
  /** What its maker called it: a stranger's text. */
  readonly title: string | null;
  /** Cash address of who wrote the title: the sender or creator of the record; null without a title. */
  readonly author: string | null;
  /** Decimal text, base units. */
  readonly amount: string | null;
  readonly tokenCategory: string | null;
  /** When it is due, Unix seconds; null of what has happened. */
  readonly at: number | null;
  /** The word of the event; null of a date. */
  readonly event: string | null;
  /** Whether the subscriber pays. */
  readonly isOutgoing: boolean;
  /** Recipients of what falls due at once. */
  readonly recipients: number;
  /** Of a period in a currency whose price was fixed: what it is, and the price of one BCH, as decimal text. */
  readonly priced?: { readonly currency: string; readonly amount: string; readonly price: string } | undefined;
  /** The secret part of an airdrop's claim link; only of what can be claimed by one. */
  readonly claimToken?: string;
}

export interface NewNotice {
  readonly subscriptionId: string;
  /** Names what it is about: a subscriber is notified of each once. */
  readonly subject: string;
  readonly content: NoticeContent;
}

/** A mail that is to be sent, or was. */
export interface MailMessage {
  readonly id: string;
  readonly subscriptionId: string;
  readonly isConfirmation: boolean;
  /** This one included. */
  readonly attempts: number;
  /** Unix seconds. */
  readonly createdAt: number;
}
