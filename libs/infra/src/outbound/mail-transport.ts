import { createTransport } from 'nodemailer';
import { plainLine } from '@weir/api-contract/words';
import { TimeoutError, withTimeout } from '../concurrency.js';

/** A mail to one person. */
export interface OutgoingMail {
  /** The same in every attempt: `Message-ID` is made of it, by which mail servers recognise a repetition. uuid. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: Date;
  /** Where the receiver's mail program unsubscribes by one POST (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/**
 * What became of a mail. `accepted`: the relay has it. `refused`: there is no such mailbox, or it takes nothing from here. `failed`:
 * this mail is not wanted. `deferred`: it may be accepted later. `reason` never names the mailbox.
 */
export type MailOutcome =
  | { readonly status: 'accepted' }
  | { readonly status: 'refused' | 'failed' | 'deferred'; readonly reason: string };

/** The operator's relay, and whom mails are from. */
export interface MailRelay {
  /** `smtps://user:password@host:465`; with `smtp://` TLS is required unless the host is this machine or `?tls=off` is added. */
  readonly url: string;
  /** `name@host` or `Name <name@host>`. */
  readonly from: string;
}

/** Connections to the relay at once. */
export const MAIL_CONNECTIONS = 4;
/** Longest wait for a connection, and for each answer on it, milliseconds. */
const ANSWER_MS = 15_000;
/** Longest time for a mail in all, milliseconds. */
export const MAIL_TIMEOUT_MS = 60_000;

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

const optionsOf = (url: string) => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const isPlain = searchParams.get('tls') === 'off';
  return {
    host: hostname.replace(/^\[(.*)\]$/u, '$1'),
    ...(port !== '' && { port: Number(port) }),
    secure,
    ignoreTLS: !secure && isPlain,
    requireTLS: !secure && !isPlain && !LOCAL.has(hostname),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
};

interface Failure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Codes by which servers say that it is not the mailbox: policy and relaying (RFC 3463, 5.7), or the server itself (5.3). */
const NOT_THE_MAILBOX = /\b5\.[37]\.\d/u;

/** Reads a failure by its codes alone: the texts of servers name the mailbox. */
const outcomeOf = ({ code = 'UNKNOWN', command = '', responseCode, response = '' }: Failure): MailOutcome => {
  const reason = [code, command, responseCode].filter((part) => part !== undefined && part !== '').join(' ');
  const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode !== 503;
  if (isForGood && command === 'RCPT TO' && !NOT_THE_MAILBOX.test(response)) return { status: 'refused', reason };
  if (isForGood && command === 'DATA') return { status: 'failed', reason };
  return { status: 'deferred', reason };
};

/** The host of an address, which `Message-ID`s end in. */
const hostOf = (from: string): string => from.slice(from.lastIndexOf('@') + 1).replace('>', '');

/** Sends mails by the operator's relay. */
export const createMailTransport = ({ url, from }: MailRelay) => {
  const transport = createTransport({
    ...optionsOf(url),
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    // Anybody who sends repeats.
    maxRequeues: 0,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
    // Nothing of a mail is a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Never throws. */
    async send({ id, to, subject, text, html, createdAt, unsubscribeUrl }: OutgoingMail): Promise<MailOutcome> {
      const over = new AbortController();
      try {
        const sending = transport.sendMail({
          // An object: a text would be read as a list of addresses.
          to: { name: '', address: to },
          from,
          subject: plainLine(subject),
          text,
          html,
          messageId: `<${id}@${hostOf(from)}>`,
          date: createdAt,
          signal: over.signal,
          headers: {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            'Auto-Submitted': 'auto-generated',
          },
        });
        // The signal frees the connection. The time limit does not depend on it.
        await withTimeout(MAIL_TIMEOUT_MS, sending);
        return { status: 'accepted' };
      } catch (error) {
        return outcomeOf(error instanceof TimeoutError ? { code: 'ETIMEDOUT' } : (error as Failure));
      } finally {
        over.abort();
      }
    },
    close: (): void => transport.close(),
  };
};

export type MailTransport = ReturnType<typeof createMailTransport>;
