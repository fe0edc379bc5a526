import { decodeCashAddressFormatWithoutPrefix } from '@bitauth/libauth';

/** All in lower or all in upper case: the CashAddr specification refuses addresses of mixed case, libauth does not. */
const ONE_CASE = /^(?:[a-z0-9:]*|[A-Z0-9:]*)$/u;

/**
 * Trims a cash address, adds a missing prefix and returns it in lower case. Text of mixed case becomes empty, which is
 * no address; any other text that is none stays as it is.
 */
export const withPrefix = (text: string): string => {
  const trimmed = text.trim();
  if (!ONE_CASE.test(trimmed)) return '';
  const lower = trimmed.toLowerCase();
  if (lower.includes(':')) return lower;
  const decoded = decodeCashAddressFormatWithoutPrefix(lower);
  return typeof decoded === 'string' ? trimmed : `${decoded.prefix}:${lower}`;
};
