/** Most rows of a page. */
export const MAX_PAGE_ROWS = 200;

/** Most rows of an airdrop's list of recipients: a tree of depth 20. */
export const MAX_RECIPIENTS = 1_048_576;
