/** Whether a text is a token's category: 64 hex digits, in either case; spaces around them do not count. */
export const isCategory = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());
