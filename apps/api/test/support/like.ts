/** Matchers for values of which a test knows only the kind. */
export const aNumber: unknown = expect.any(Number);
export const aText: unknown = expect.any(String);
export const aList: unknown = expect.any(Array);
export const aUuid: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const someHex: unknown = expect.stringMatching(/^([0-9a-f]{2})+$/);
export const someDigits: unknown = expect.stringMatching(/^\d+$/);
export const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern);
