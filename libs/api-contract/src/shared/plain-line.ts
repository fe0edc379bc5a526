/** Controls, line and paragraph separators: programs end a line at some of them, each at others. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Invisible characters that reorder or join the text around them, and halves of surrogate pairs. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;

/**
 * Makes one line of a text that somebody else wrote, for files and logs that programs read line by line: a space for each
 * control character and separator, nothing for each format character and lone surrogate.
 */
export const plainLine = (text: string): string => text.replaceAll(BREAKS, ' ').replaceAll(INVISIBLE, '');
