import type { OutgoingMail } from '@weir/infra';
import type { MailToWrite } from '@weir/services';
import { assetText } from '../shared/asset-text.js';
import { escapeMarkup } from '../shared/escape-markup.js';
import { strangerText } from './stranger-text.js';

type Notice = MailToWrite['notices'][number];

/** A mail as it is written. */
export type WrittenMail = Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'>;

/** Where links lead. */
export interface MailPlaces {
  /** Of the API, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether the console is at the same address. */
  readonly hasConsole: boolean;
}

/** Most notices that one mail lists. */
const LISTED = 20;

const PAGES: Readonly<Record<string, string>> = {
  stream: 'streams',
  lock: 'locks',
  payment: 'payments',
  currency: 'currency-payments',
  plan: 'plans',
  airdrop: 'airdrops',
  proposal: 'proposals',
  vault: 'vaults',
};
const NAMES: Readonly<Record<string, string>> = {
  stream: 'stream',
  lock: 'lock',
  payment: 'recurring payment',
  currency: 'payment in a currency',
  plan: 'plan',
  airdrop: 'airdrop',
  vault: 'vault',
  proposal: 'proposal',
};

const nameOf = ({ product, displayId }: Notice): string =>
  [NAMES[product] ?? product, displayId].filter((part) => part !== null).join(' ');

/** What somebody else wrote about a record: it is in a block of its own under the name of its author. */
interface Quotation {
  readonly heading: string;
  readonly text: string;
}

const quotationOf = ({ title, author }: Notice): Quotation | undefined => {
  const text = title === null ? '' : strangerText(title);
  if (text === '') return undefined;
  // Without its prefix, which some mail programs make a link of, an address is only text.
  const by = author === null ? 'somebody else' : author.slice(author.indexOf(':') + 1);
  return { heading: `Written by ${by}, not by Weir:`, text };
};

const amountOf = ({ amount, tokenCategory }: Notice): string | undefined =>
  amount === null ? undefined : assetText(BigInt(amount), tokenCategory);

const dateText = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at * 1_000);

/** What happened, in a few words of our own: they also make the subject. */
const headline = (notice: Notice): string => {
  const amount = amountOf(notice);
  switch (notice.kind) {
    case 'claimable':
      return `${amount ?? 'An amount'} can be claimed`;
    case 'due_soon':
      return notice.isOutgoing
        ? `${amount ?? 'A payment'} is due from you soon`
        : `${amount ?? 'An amount'} is due to you soon`;
    case 'signature_wanted':
      return 'A proposal waits for your signature';
    case 'funded':
      return notice.event === 'topped_up'
        ? `${amount ?? 'Money'} was added to a payment`
        : `${amount ?? 'A record'} was funded`;
    case 'cancelled':
      return `A ${NAMES[notice.product] ?? 'record'} was cancelled`;
    case 'paused':
      return `A ${NAMES[notice.product] ?? 'record'} was ${notice.event === 'resumed' ? 'resumed' : 'paused'}`;
    case 'at_risk':
      return 'Claim before the notice ends';
    case 'moved':
      return moveHeadline(notice);
    case 'purse':
      return purseHeadline(notice, amount ?? 'Money');
    case 'roster':
      return rosterHeadline(notice);
    case 'period_paid':
      return `${amount ?? 'An amount'} ${notice.event === 'debt_paid' ? 'of a debt ' : ''}was paid`;
    case 'underfunded':
      return `A payment in a currency has a debt of ${amount ?? 'an amount'}`;
  }
};

/** Says how far the move of a record to another address is. */
const moveHeadline = ({ product, event }: Notice): string => {
  const name = NAMES[product] ?? 'record';
  if (event === 'move_undone') return `The move of a ${name} to another address was undone`;
  return event === 'move_finished' ? `A ${name} moved to another address` : `A ${name} moves to another address`;
};

/** Says what happened to the signers of a roster. */
const rosterHeadline = ({ event }: Notice): string => {
  if (event === 'recovery_called') return 'The guardian called a recovery of a treasury';
  if (event === 'recovery_vetoed') return 'A signer stopped the recovery of a treasury';
  return event === 'recovered'
    ? 'A recovery gave a treasury other signers'
    : 'A treasury has other signers, another guardian or other delays';
};

/** Said to all signers in the block of the call: one of them must act before the review is over. */
const VETO =
  ' If you can sign, stop it now: the veto of one signer ends it, and so does any payment that two sign. If nobody does until the review is over, the guardian gives the treasury other signers.';

/** Says what happened to a purse of a vault. */
const purseHeadline = ({ event }: Notice, amount: string): string => {
  if (event === 'purse_opened') return `${amount} was put into a purse`;
  if (event === 'purse_home') return `A signer sent ${amount} from a purse back to its vault`;
  return event === 'purse_paid' ? `A purse paid ${amount}` : `A purse was taken back or renewed, with ${amount}`;
};

/** Said to all signers after a payment. */
const SENDS_HOME = ' If you do not recognise it, send the purse home: any one signer can, with one signature.';

/** Said to the old address, the new one and the sender alike. */
const MOVES =
  ' Until the move is finished, payments go to the old address, and its wallet can undo the move. If you receive these payments and did not announce it, undo it at once: your key may be stolen.';

/** Says at which price a period in a currency was fixed. */
const priceText = ({ priced }: Notice): string =>
  priced === undefined
    ? ''
    : ` The period is ${priced.amount} ${priced.currency}, at ${priced.price} ${priced.currency} for one BCH.`;

/** Said to who pays where the money of a payment in a currency did not suffice, and to who is paid. */
const ADD_MONEY = ' Add money: its page shows an address for that. The debt is paid first.';
const WAIT_FOR_MONEY = ' You are paid it first once somebody adds money.';

const more = (notice: Notice, timeZone: string): string => {
  const { kind, event, at, recipients, isOutgoing } = notice;
  if (kind === 'period_paid') return priceText(notice);
  if (kind === 'underfunded') return `${priceText(notice)}${isOutgoing ? ADD_MONEY : WAIT_FOR_MONEY}`;
  if (kind === 'moved') return event === 'move_announced' ? MOVES : '';
  if (kind === 'roster') return event === 'recovery_called' ? VETO : '';
  if (kind === 'purse') return event === 'purse_paid' ? SENDS_HOME : '';
  if (kind === 'at_risk')
    return ' Fees on the network are higher than the contract can pay by itself: claim with a coin of your own before the notice is over.';
  if (at === null || kind !== 'due_soon') return '';
  return ` On ${dateText(at, timeZone)}${isOutgoing && recipients > 1 ? `, to ${recipients} recipients` : ''}.`;
};

interface Line {
  readonly text: string;
  readonly url: string | undefined;
  readonly quotation: Quotation | undefined;
}

const lineOf = (notice: Notice, timeZone: string, { publicUrl, hasConsole }: MailPlaces): Line => {
  const page = PAGES[notice.product];
  const place = notice.claimToken === undefined ? page && `${page}/${notice.recordId}` : `claim/${notice.claimToken}`;
  return {
    text: `${headline(notice)}: ${nameOf(notice)}.${more(notice, timeZone)}`,
    // Ids and tokens are our own; nothing of what strangers wrote is part of a link.
    url: hasConsole && place !== undefined ? `${publicUrl}/${place}` : undefined,
    quotation: quotationOf(notice),
  };
};

const anchor = (url: string, text: string): string => `<a href="${escapeMarkup(url)}">${escapeMarkup(text)}</a>`;
const paragraph = (html: string): string => `<p>${html}</p>`;
const htmlOf = (...paragraphs: readonly string[]): string =>
  // Phones otherwise make links of numbers and dates.
  `<!doctype html><html lang="en"><head><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"></head><body>${paragraphs.join('')}</body></html>`;

/** Writes a line as text: what somebody else wrote is indented below it. */
const textOf = ({ text, url, quotation }: Line): string =>
  [text, ...(url === undefined ? [] : [url])].join('\n') +
  (quotation === undefined ? '' : `\n\n    ${quotation.heading}\n    | ${quotation.text}`);

const markupOf = ({ text, url, quotation }: Line): string =>
  paragraph(`${escapeMarkup(text)}${url === undefined ? '' : ` ${anchor(url, 'Open')}`}`) +
  (quotation === undefined
    ? ''
    : `<blockquote>${paragraph(escapeMarkup(quotation.heading))}${paragraph(`<bdi>${escapeMarkup(quotation.text)}</bdi>`)}</blockquote>`);

/**
 * Writes a mail, as text and as HTML of paragraphs and links. Links lead to the operator's own address alone; none of them carries an
 * e-mail address.
 */
export const createMailWriter =
  (places: MailPlaces) =>
  ({ address, timeZone, notices, links }: MailToWrite): WrittenMail => {
    const linkOf = (secret: string): string => `${places.publicUrl}/api/mail/links/${secret}`;
    const unsubscribeUrl = linkOf(links.unsubscribe);
    if (notices.length === 0) {
      const confirmUrl = linkOf(links.confirm);
      const asked = `Somebody who holds the address ${address} asked for messages about it to this mailbox.`;
      const ask = 'To confirm, follow this link within a day:';
      const ignore = 'If this was not you, do nothing: no more mails are sent.';
      const refuse = 'To block such mails for 30 days:';
      return {
        subject: 'Confirm messages from Weir',
        text: [asked, `${ask}\n${confirmUrl}`, ignore, `${refuse} ${unsubscribeUrl}`].join('\n\n'),
        html: htmlOf(
          paragraph(escapeMarkup(asked)),
          paragraph(`${escapeMarkup(ask)} ${anchor(confirmUrl, 'Confirm')}`),
          paragraph(`${escapeMarkup(ignore)} ${escapeMarkup(refuse)} ${anchor(unsubscribeUrl, 'Refuse')}`),
        ),
        unsubscribeUrl,
      };
    }
    const lines = notices.slice(0, LISTED).map((notice) => lineOf(notice, timeZone, places));
    const left = notices.length - lines.length;
    const rest = left > 0 ? [`And ${left} more.`] : [];
    const [first] = notices;
    const why = `You get this because messages about ${address} were confirmed for this mailbox.`;
    return {
      subject:
        first !== undefined && notices.length === 1 ? headline(first) : `${notices.length} messages about your address`,
      text: [...lines.map(textOf), ...rest, `${why} To unsubscribe: ${unsubscribeUrl}`].join('\n\n'),
      html: htmlOf(
        ...lines.map(markupOf),
        ...rest.map(paragraph),
        paragraph(`${escapeMarkup(why)} ${anchor(unsubscribeUrl, 'Unsubscribe')}`),
      ),
      unsubscribeUrl,
    };
  };
