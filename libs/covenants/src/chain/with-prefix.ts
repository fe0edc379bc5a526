import { decodeCashAddressFormatWithoutPrefix } from '@bitauth/libauth';

/** Adds the prefix to a cash address that lacks it; any other text stays as it is. */
export const withPrefix = (text: string): string => {
  if (text.includes(':')) return text;
  const decoded = decodeCashAddressFormatWithoutPrefix(text.toLowerCase());
  return typeof decoded === 'string' ? text : `${decoded.prefix}:${text.toLowerCase()}`;
};
