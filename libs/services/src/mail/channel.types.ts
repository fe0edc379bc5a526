import type { MailOutcome, NoticeContent } from '@weir/infra';
import type { NotificationChannel } from '@weir/kinds';
import type { MailLinkPurpose } from './mailboxes.js';

/** What a message says, and to whom. */
export interface MailToWrite {
  readonly address: string;
  readonly timeZone: string;
  /** Empty: it asks for a confirmation. */
  readonly notices: readonly NoticeContent[];
  /** The secret part of the link of each purpose. */
  readonly links: Readonly<Record<MailLinkPurpose, string>>;
}

/** A message on its way to one subscriber. */
export interface OutgoingMessage extends MailToWrite {
  /** The same in every attempt. uuid */
  readonly id: string;
  /** Where it goes, as the channel read it. */
  readonly to: string;
  readonly createdAt: Date;
}

/** An open channel. */
export interface ChannelSender {
  /** Sends a message once: the caller repeats what is deferred. */
  readonly send: (message: OutgoingMessage) => Promise<MailOutcome>;
  readonly close: () => void;
}

/** A way by which notifications reach people. */
export interface Channel {
  readonly name: NotificationChannel;
  /** The field of requests that names a target. */
  readonly field: 'email' | 'target';
  /** Reads where messages are to go; undefined for a text that this channel cannot reach. */
  readonly readTarget: (text: string) => string | undefined;
  /** Names a target in part, so that its owner knows it and nobody else learns it. */
  readonly hintOf: (target: string) => string;
  readonly open: () => ChannelSender;
}
