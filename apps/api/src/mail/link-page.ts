import type { Problem } from '@weir/http';
import type { MailLinkPurpose } from '@weir/services';
import { escapeMarkup } from '../shared/escape-markup.js';

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title></head><body><h1>${escapeMarkup(title)}</h1>${body}</body></html>`;

const button = (text: string): string =>
  `<form method="post"><button type="submit">${escapeMarkup(text)}</button></form>`;

/** The page of a link: one button, since programs that look at links in mails must not press it. */
export const askPage = (purpose: MailLinkPurpose): string =>
  purpose === 'confirm'
    ? pageOf('Messages by e-mail', `<p>Do you want messages from Weir in this mailbox?</p>${button('Confirm')}`)
    : pageOf('Messages by e-mail', `<p>Do you want to stop messages from Weir?</p>${button('Unsubscribe')}`);

/** The page after the button. */
export const donePage = (purpose: MailLinkPurpose, done: boolean): string => {
  if (purpose === 'unsubscribe')
    return pageOf('Unsubscribed', '<p>No more messages are sent to this mailbox for this address.</p>');
  return done
    ? pageOf('Confirmed', '<p>Messages are now sent to this mailbox. Each has a link to unsubscribe.</p>')
    : pageOf('This link is too old', '<p>Subscribe again to get another one.</p>');
};

/** The page of a link that was not followed. */
export const refusalPage = ({ code }: Pick<Problem, 'code'>): string =>
  code === 'NOT_FOUND' || code === 'INVALID_REQUEST'
    ? pageOf('This link does not work', '<p>It was cut off, or has expired. Use the link in a later mail.</p>')
    : pageOf('This did not work', '<p>Nothing was changed. Open the link again in a minute.</p>');
