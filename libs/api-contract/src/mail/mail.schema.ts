import Type, { type Static } from 'typebox';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS, SUBSCRIPTION_STATUSES } from '@weir/kinds';
import { Answer, Integer, Named, Text } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import { callerProven, route } from '../shared/route.js';

/** A plain address of RFC 5321: no comments, quotes, lists or IP addresses, which could reach somebody else. */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,10}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.){1,10}[A-Za-z]{2,63}$";

const Hour = (description: string) => Type.Integer({ minimum: 0, maximum: 23, description });
const KINDS =
  '`claimable`: something can be claimed. `due_soon`: something falls due within a day, to you or from you. `signature_wanted`: a proposal waits for you as a signer. `funded`, `cancelled`, `paused` (and resumed): what happened to your records. `purse`: money was put into a purse of a vault, paid out of it, or returned: to all signers, and the key that pays. `period_paid`: a payment in a currency paid a period, with its price, or a part of its debt. `underfunded`: its money did not suffice for a period. `at_risk`: while a notice runs you have to claim with a coin of your own.';
const Kinds = Type.Array(Type.Enum([...NOTIFICATION_KINDS]), {
  uniqueItems: true,
  maxItems: NOTIFICATION_KINDS.length,
  description: KINDS,
});
const QUIET =
  'Hours of the day in the time zone, from which and until which nothing is sent: what happens meanwhile comes in one mail afterwards.';
const TimeZone = { description: 'IANA name of the time zone of times and quiet hours.', examples: ['Europe/Vienna'] };

const Channel = Type.Enum([...NOTIFICATION_CHANNELS], {
  description: 'How messages reach people: one of `features.channels` of `/api/info`. By default `email`.',
});

const MailSubscription = Named('MailSubscription', 'Messages about an address, by one channel.', {
  channel: Type.Enum([...NOTIFICATION_CHANNELS], { description: 'How they reach people.' }),
  hint: Text('Where they go, in part.', { examples: ['a…@e….org'] }),
  status: Type.Enum([...SUBSCRIPTION_STATUSES], {
    description:
      '`unconfirmed`: nothing is sent until the link of the first mail is followed. `refused`: the mailbox does not exist, or takes nothing from here; subscribe again.',
  }),
  kinds: Kinds,
  timeZone: Type.String(TimeZone),
  quiet: Nullable(Type.Object({ from: Hour('First hour.'), until: Hour('Hour it ends at.') }, { description: QUIET })),
  confirmBy: Nullable(Integer('Until when it can be confirmed, Unix seconds; null where it is.')),
});

export const MailResponse = Answer('MailResponse', 'Messages about the address of the caller.', {
  mail: Nullable(MailSubscription),
});
export type MailResponse = Static<typeof MailResponse>;

export const getMail = route('people', {
  operationId: 'getMail',
  summary: 'Read which messages about an address are sent by e-mail',
  description: 'Of the first address that the caller has proven. The e-mail address itself is never shown.',
  security: callerProven,
  querystring: Type.Object({ channel: Type.Optional(Channel) }),
  response: { 200: MailResponse },
});

export const SubscribeMailBody = RequestBody(
  {
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: EMAIL_PATTERN,
        description: 'Where messages go; by default where they go already.',
        examples: ['ada@mail.example'],
      }),
    ),
    channel: Type.Optional(Channel),
    target: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description: 'Where messages of the channel go; of `email` the same as `email`.',
      }),
    ),
    kinds: Type.Optional(Kinds),
    timeZone: Type.Optional(Type.String({ ...TimeZone, minLength: 1, maxLength: 64 })),
    quiet: optional(
      RequestBody({ from: Hour('First hour.'), until: Hour('Hour it ends at.') }, { description: QUIET }),
    ),
  },
  {
    examples: [
      {
        email: 'ada@mail.example',
        kinds: ['claimable', 'signature_wanted', 'at_risk'],
        timeZone: 'Europe/Vienna',
        quiet: { from: 22, until: 7 },
      },
    ],
  },
);

export const subscribeMail = route('people', {
  operationId: 'subscribeMail',
  summary: 'Send messages about an address by e-mail',
  description:
    'Of the first address that the caller has proven. Another e-mail address than before gets one mail, and nothing else until its link is followed within a day. Without `email`, or with the same, only the choices change. Those that are left out: all kinds, times in UTC, no quiet hours. Three confirmations go to one e-mail address in a day.',
  security: callerProven,
  body: SubscribeMailBody,
  response: { 200: MailResponse },
  errors: ['WRONG_STATE', 'QUOTA_EXCEEDED'],
});

export const MailRemovedResponse = Answer('MailRemovedResponse', 'Nothing more is sent.', {});

export const removeMail = route('people', {
  operationId: 'removeMail',
  summary: 'Send no more messages about an address by e-mail',
  description: 'Ends what was asked for, confirmed or not. Safe to repeat.',
  security: callerProven,
  body: RequestBody({ channel: Type.Optional(Channel) }, {}),
  response: { 200: MailRemovedResponse },
});

const params = Type.Object({
  token: Type.String({ pattern: '^[cu][\\w-]{43}$', description: 'The last part of the link.' }),
});
const page = {
  200: {
    description: 'A page for people.',
    content: { 'text/html': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
  },
};

export const getMailLink = route('people', {
  operationId: 'getMailLink',
  summary: 'Show what a link of a mail does',
  description:
    'A page with one button. Programs that look at links in mails change nothing. Browsers, which ask for HTML, get a page also of an error.',
  params,
  response: page,
  errors: ['NOT_FOUND'],
});

export const followMailLink = route('people', {
  operationId: 'followMailLink',
  summary: 'Confirm or unsubscribe by a link of a mail',
  description: 'As the button of the page sends it, or a mail program (RFC 8058). The form is not read.',
  params,
  body: NoFields,
  response: page,
  errors: ['NOT_FOUND'],
});
