import type { ConnectionOptions } from '@weir/client';
import { asShown } from '../format/amount.js';
import { groupsOf } from '../format/identifiers.js';
import { timeText } from '../format/time.js';
import { fillText, pluralText, translated } from '../language/text.js';
import { reviewedName } from './plan-names.js';

/** The language of what `@weir/verify` says of transactions, which this page and wallets show: its texts are in the catalogues, too. */
export const reviewWords: NonNullable<ConnectionOptions['reviewWords']> = {
  text: (text, values = {}) => fillText(translated(text), values),
  plural: pluralText,
  number: asShown,
  time: (seconds) => timeText(Number(seconds)),
  nameOf: reviewedName,
  address: groupsOf,
};
