/** The page of each kind of record. */
export const PAGES = {
  stream: '/streams/$id',
  payment: '/payments/$id',
  plan: '/plans/$id',
  airdrop: '/airdrops/$id',
  vault: '/vaults/$id',
  proposal: '/proposals/$id',
} as const;

export type RecordKind = keyof typeof PAGES;
