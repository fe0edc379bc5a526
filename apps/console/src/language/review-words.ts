import type { ConnectionOptions } from '@weir/client';
import { asTyped } from '../format/amount.js';
import { fillText, pluralText, translated } from './text.js';

/** The language of what `@weir/verify` says of transactions, which this page and wallets show: its texts are in the catalogues, too. */
export const reviewWords: NonNullable<ConnectionOptions['reviewWords']> = {
  text: (text, values = {}) => fillText(translated(text), values),
  plural: pluralText,
  number: asTyped,
};
