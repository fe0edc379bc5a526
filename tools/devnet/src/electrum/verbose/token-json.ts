import type { TokenData } from '../../node/node.types.js';

/** Shows tokens as servers and nodes do: amounts as text, and `nft` only if there is one. */
export const tokenJson = (token: TokenData): Record<string, unknown> => ({
  amount: token.amount.toString(),
  category: token.category,
  ...(token.nft === undefined ? {} : { nft: { capability: token.nft.capability, commitment: token.nft.commitment } }),
});
