import { useInfo } from '../../api/info.js';
import type { TokenType } from '../../format/amount.js';
import type { ListRules } from './list-check.js';

/** Least satoshis that the network relays to an address. */
const DUST = 546n;
const BCH_DECIMALS = 8;

/** Returns the rules for lists of an asset; undefined until the service's limits have loaded. */
export const useListRules = (asset: TokenType): ListRules | undefined => {
  const { data } = useInfo();
  if (data === undefined) return undefined;
  const isBch = asset === 'BCH';
  return {
    prefix: data.addressPrefix,
    decimals: isBch ? BCH_DECIMALS : 0,
    minAmount: isBch ? DUST : 1n,
    maxRows: data.limits.airdropRecipients,
  };
};
