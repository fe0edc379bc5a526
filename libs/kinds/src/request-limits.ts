/*
 * What one request can hold. Pages need these limits from the first, and those of limits.ts only with a form.
 */

/** Most addresses of one wallet that a request may name, or that one session proves. */
export const MAX_ADDRESSES = 50;
/** Most rows of one page. */
export const MAX_PAGE_ROWS = 200;
/** Most streams of a plan that a request to cancel, pause or resume may name; one signature moves fewer. */
export const MAX_MOVED_STREAMS = 200;
/** Most characters of a text to search for. */
export const MAX_SEARCH_LENGTH = 200;

// Texts, characters.

/** Most characters of a name or title: a vault's, an airdrop's, a person's, the label of a payment. */
export const MAX_NAME_LENGTH = 200;
/** Most characters of a description. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Most characters of an airdrop's public description. */
export const MAX_PUBLIC_DESCRIPTION_LENGTH = 5_000;
