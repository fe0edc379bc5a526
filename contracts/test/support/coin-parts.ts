import type { Output } from '@bitauth/libauth';

/** The units of a token in an output; 0 without one. */
export const amountOf = ({ token }: Output): bigint => token?.amount ?? 0n;

/** The commitment of the NFT in an output; empty without one. */
export const commitmentOf = ({ token }: Output): Uint8Array => token?.nft?.commitment ?? new Uint8Array();

/** The capability of an NFT that lets its holder change or make NFTs; empty where there is none. */
export const powerOf = ({ token }: Output): string => {
  const capability = token?.nft?.capability ?? 'none';
  return capability === 'none' ? '' : capability;
};
