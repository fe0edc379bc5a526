/** Shortest notice of a cancelable stream, in blocks: about an hour, so that a watcher has time to push. */
export const MIN_NOTICE_BLOCKS = 6;
/** Longest notice: a relative lock counts blocks in 16 bits. */
export const MAX_NOTICE_BLOCKS = 65_535;
