import type { Output, TransactionCommon } from '@bitauth/libauth';
import { bytesKey } from '../../bytes/read-bytes.js';
import { isParty, partyHash, type Party } from '../../chain/party.js';

/** Returns a map key of the category of an output's token. */
export const categoryOf = ({ token }: Output): string | undefined => token && bytesKey(token.category);

/** Returns the one announcement among the outputs of a funding, or why there is none. */
export const onlyAnnouncement = (
  outputs: readonly Output[],
  announces: (lockingBytecode: Uint8Array) => boolean,
): Output | 'NO_ANNOUNCEMENT' | 'SEVERAL_ANNOUNCEMENTS' => {
  const [only, another] = outputs.filter(({ lockingBytecode }) => announces(lockingBytecode));
  if (only === undefined) return 'NO_ANNOUNCEMENT';
  return another === undefined ? only : 'SEVERAL_ANNOUNCEMENTS';
};

/** Maps the hashes that commitments hold of recipients to the addresses that outputs without a token show. */
export const shownParties = (outputs: readonly Output[]): ReadonlyMap<string, Party> =>
  new Map(
    outputs
      .filter(({ token, lockingBytecode }) => token === undefined && isParty(lockingBytecode))
      .map(({ lockingBytecode }) => [bytesKey(partyHash(lockingBytecode)), lockingBytecode]),
  );

/** Returns the one category that is at the plan's addresses and was made here, or why there is none. */
export const freshCategory = (
  transaction: TransactionCommon,
  addresses: ReadonlyMap<string, unknown>,
): { readonly category: string } | 'NO_STREAMS' | 'SEVERAL_CATEGORIES' | 'CATEGORY_NOT_FRESH' => {
  const there = transaction.outputs.filter(({ lockingBytecode }) => addresses.has(bytesKey(lockingBytecode)));
  const categories = new Set(there.map(categoryOf).filter((category) => category !== undefined));
  const [category] = categories;
  if (category === undefined) return 'NO_STREAMS';
  if (categories.size > 1) return 'SEVERAL_CATEGORIES';
  const fresh = transaction.inputs.some(
    ({ outpointIndex, outpointTransactionHash }) =>
      outpointIndex === 0 && bytesKey(outpointTransactionHash) === category,
  );
  return fresh ? { category } : 'CATEGORY_NOT_FRESH';
};
