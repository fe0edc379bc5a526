import type { TokenData } from '../../node/node.types.js';

/** Token data as servers and nodes show it: amounts as text, and `nft` only where there is one. */
export const tokenJson = (token: TokenData): Record<string, unknown> => ({
  amount: token.amount.toString(),
  category: token.category,
  ...(token.nft === undefined ? {} : { nft: { capability: token.nft.capability, commitment: token.nft.commitment } }),
});
