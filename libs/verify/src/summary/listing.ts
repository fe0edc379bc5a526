import type { OpensPurses, OpensRoster } from '../effects.types.js';
import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

/** Says whether strangers find a treasury, or its purses, on the chain. */
export const listingRow = (
  { isListed }: Pick<OpensPurses | OpensRoster, 'isListed'>,
  { text, row }: Voice,
): SummaryRow =>
  row(
    text('Listed by the chain'),
    isListed ? text('yes: anybody finds it') : text('no: only those who know its address find it'),
  );
