import type { IndexedContract as ContractBody } from '@weir/api-contract';
import type { ApiRecordsReader, IndexedContract } from '@weir/infra';

export type ApiStatus = ContractBody['apiStatus'];

/**
 * What the API has of some contracts: nothing is known where it is not told where the API is, or its database does not
 * answer.
 */
export const readApiStatuses = async (contracts: readonly IndexedContract[], records: ApiRecordsReader | undefined): Promise<(contract: IndexedContract) => ApiStatus> => {
  const found = records && (await records.fundings(contracts.map(({ terms }) => terms.scriptHash)).catch(() => undefined));
  if (found === undefined) return () => null;
  return ({ terms }) => {
    if (!found.has(terms.scriptHash)) return 'unknown';
    return found.get(terms.scriptHash) === terms.txid ? 'confirmed' : 'unconfirmed';
  };
};
