import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the socket. */
export interface ReceivedMail {
  readonly to: string;
  readonly raw: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A mail server with programmable answers. */
export interface MailSink {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Those to one mailbox. */
  to(mailbox: string): readonly ReceivedMail[];
  /** Refuses mailboxes from now on: the text of the refusal, with its code. */
  refuse(how: (mailbox: string) => string | undefined): void;
  /** Called before a received mail is acknowledged. */
  beforeAnswer(how: () => Promise<void> | void): void;
  close(): Promise<void>;
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/gu, '')
      .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/gu, '?==?')
    .replaceAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/giu, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );

const headersOf = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .replaceAll(/\r\n[ \t]+/gu, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        decodeWords(line.slice(line.indexOf(':') + 1).trim()),
      ]),
  );

const split = (part: string): readonly [string, string] => {
  const end = part.indexOf('\r\n\r\n');
  return [part.slice(0, end), part.slice(end + 4)];
};

const bodyOf = (raw: string, type: string): string => {
  const boundary = /boundary="([^"]+)"/u.exec(raw)?.[1] ?? '';
  for (const part of raw.split(`--${boundary}`)) {
    const [head, body] = split(part.replace(/^\r\n/u, ''));
    const headers = headersOf(head);
    if (headers.get('content-type')?.startsWith(type) !== true) continue;
    const encoding = headers.get('content-transfer-encoding');
    if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
    return encoding === 'quoted-printable' ? decodeQuoted(body) : body;
  }
  return '';
};

/** Starts a mail server on this machine. */
export const startMailSink = async (): Promise<MailSink> => {
  const received: ReceivedMail[] = [];
  let refusal: (mailbox: string) => string | undefined = () => undefined;
  let before: () => Promise<void> | void = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      const text = refusal(address);
      answer(
        text === undefined
          ? undefined
          : Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) }),
      );
    },
    onData(stream, { envelope }, answer) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString();
        const headers = headersOf(split(raw)[0]);
        received.push({
          raw,
          headers,
          at: Date.now(),
          subject: headers.get('subject') ?? '',
          to: envelope.rcptTo.map(({ address }) => address).join(),
          text: bodyOf(raw, 'text/plain'),
          html: bodyOf(raw, 'text/html'),
        });
        void Promise.resolve(before()).then(() => answer());
      });
    },
  });
  // Clients that are killed in the middle.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    to: (mailbox) => received.filter(({ to }) => to === mailbox),
    refuse: (how) => void (refusal = how),
    beforeAnswer: (how) => void (before = how),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** The path of the link in a mail that does something. */
export const linkIn = ({ text }: ReceivedMail, purpose: 'c' | 'u'): string => {
  const path = new RegExp(`/api/mail/links/${purpose}[\\w-]{43}`, 'u').exec(text)?.[0];
  if (path === undefined) throw new Error(`No link of this kind in ${text}`);
  return path;
};

/** Settings by which an API sends mails to a sink. */
export const mailSettings = ({ url }: Pick<MailSink, 'url'>) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Weir <weir@mail.example>',
  MAIL_URL: 'http://127.0.0.1:3001',
  MAIL_SECRET: 'a secret for tests of 32 characters',
});
