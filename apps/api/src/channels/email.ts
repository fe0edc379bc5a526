import Type from 'typebox';
import { EMAIL_PATTERN } from '@weir/api-contract';
import { createMailTransport } from '@weir/infra';
import { type Channel, hintOf } from '@weir/services';
import { type ChannelKind, settingsOf } from './channel-kind.js';
import { createMailWriter, type MailPlaces } from './write-mail.js';

const settings = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://\\S+$',
      maxLength: 2_048,
      expected: 'smtps://user:password@host:465',
      description:
        'Relay for messages to people ([mail.md](mail.md)), such as `smtps://user:password@host:465`; with it `MAIL_FROM`, `MAIL_URL` and `MAIL_SECRET` are required. With `smtp://` TLS is required, unless it is on this machine or `?tls=off` is added. Unset, none are sent',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^(?:[^<>@"\\r\\n]{1,64} <[^\\s<>@,;"]+@[^\\s<>@,;"]+>|[^\\s<>@,;"]+@[^\\s<>@,;"]+)$',
      maxLength: 320,
      expected: 'name@host or Name <name@host>',
      description: 'Sender of mails: `name@host` or `Name <name@host>`',
    }),
  ),
};

const PATTERN = new RegExp(EMAIL_PATTERN, 'u');

/** Sends notifications by e-mail, through the operator's relay. */
export const EMAIL: ChannelKind = {
  settings,
  create(environment, places: MailPlaces): Channel | undefined {
    const { SMTP_URL: url, MAIL_FROM: from } = settingsOf(settings, environment);
    if (url === undefined || from === undefined) return undefined;
    return {
      name: 'email',
      field: 'email',
      readTarget: (text) => (PATTERN.test(text) ? text : undefined),
      hintOf,
      open() {
        const transport = createMailTransport({ url, from });
        const write = createMailWriter(places);
        return {
          send: ({ id, to, createdAt, ...message }) => transport.send({ ...write(message), id, to, createdAt }),
          close: () => transport.close(),
        };
      },
    };
  },
};
