import type { Schemas } from '@weir/client';
import { numberText, t } from '../language/text.js';

/** What the creator of a record should know before money moves. */
export interface Warning extends Pick<Schemas['PreviewStreamResponse']['warnings'][number], 'code' | 'message'> {
  readonly details: Details;
}

/** The numbers of a warning, by name. */
type Details = Readonly<Record<string, unknown>>;

const number = (details: Details, name: string): string => numberText(Number(details[name]));

/** Each warning in words: `Record` keeps it complete. */
const WORDS: Readonly<Record<Warning['code'], (details: Details) => string>> = {
  RECIPIENT_IS_SCRIPT: () =>
    t(
      'The recipient is a script. Its address does not show who can spend from it: make sure that the right people can.',
    ),
  PAYMENTS_TOO_SMALL: () =>
    t(
      'Until the end, payments are too small for the lock to pay their fee. The recipient adds a coin of their own, or waits for the end.',
    ),
  RECIPIENT_REPEATED: (details) =>
    t('Recipients who are in the list more than once: {count}. Each row pays: check that this is meant.', {
      count: number(details, 'count'),
    }),
  AMOUNT_PER_CLAIM_UNUSED: () => t('The amount of a claim is not used: each row of the list has its own.'),
  ONE_ORACLE: () =>
    t('One oracle decides the price. The limits that you set are the only protection against a wrong one.'),
  LANES_FILL_UNEVENLY: (details) =>
    t(
      'Addresses are assigned to the {lanes} lanes at random. The first refusal is likely after {percent} % of the pool is claimed. With {better} lanes or fewer it comes later.',
      {
        lanes: number(details, 'lanes'),
        percent: number(details, 'firstRefusalPercentage'),
        better: number(details, 'lanesThatFill'),
      },
    ),
};

/** Returns a warning in the page's language; one that only a newer service has as the service says it. */
export const warningText = ({ code, message, details }: Warning): string =>
  Object.hasOwn(WORDS, code) ? WORDS[code](details) : `${message}.`;
