import type { IndexedContract as ContractBody } from '@weir/api-contract';
import { recordKey, type ApiRecord, type ApiRecordsReader, type IndexedContract } from '@weir/infra';

/** How the API's record of a contract compares with the chain. */
export type ApiView = Pick<ContractBody, 'apiStatus' | 'apiProduct' | 'apiDifference'>;

export type ApiStatus = NonNullable<ApiView['apiStatus']>;

const UNKNOWN_VIEW: ApiView = { apiStatus: null, apiProduct: null, apiDifference: null };

/** Says how a record that follows a contract differs from the mined blocks; null where they agree. */
const differenceOf = (record: ApiRecord, { head }: IndexedContract): string | null => {
  const { steps, lastTxHash, status, releasedAmount } = record;
  if (steps > head.sequence)
    return `The API has recorded ${steps - head.sequence} more, not mined or not indexed yet${lastTxHash === null ? '' : `, up to ${lastTxHash}`}`;
  if (steps < head.sequence) return `The API has yet to record ${head.sequence - steps} more, up to ${head.txid}`;
  if (lastTxHash !== null && lastTxHash !== head.txid)
    return `The API has recorded ${lastTxHash} where the chain has ${head.txid}`;
  if (releasedAmount !== head.releasedAmount)
    return `The API says that ${releasedAmount} was paid, the chain ${head.releasedAmount}`;
  return status === head.status ? null : `The API says ${status}, the chain ${head.status}`;
};

/** Compares a record of the API with its contract. */
export const compareWithApi = (contract: IndexedContract, record: ApiRecord | undefined): ApiView => {
  if (record === undefined)
    return { apiStatus: 'unknown', apiProduct: null, apiDifference: 'The API has no record of this contract' };
  const { product: apiProduct, fundingTxHash } = record;
  if (fundingTxHash === null)
    return {
      apiStatus: 'unconfirmed',
      apiProduct,
      apiDifference: 'The record of the API waits for a confirm call that names the funding',
    };
  if (fundingTxHash !== contract.terms.txid)
    return {
      apiStatus: 'other',
      apiProduct,
      apiDifference: `The API follows another deployment at this address, funded by ${fundingTxHash}`,
    };
  return { apiStatus: 'confirmed', apiProduct, apiDifference: differenceOf(record, contract) };
};

/**
 * Reads the API's records of some contracts and compares them.
 *
 * @throws DatabaseUnavailableError when the API's database does not answer
 */
export const readApiViews = async (
  contracts: readonly IndexedContract[],
  records: ApiRecordsReader,
): Promise<readonly ApiView[]> => {
  const found = await records.find(contracts.map(({ terms }) => terms));
  return contracts.map((contract) => compareWithApi(contract, found.get(recordKey(contract.terms))));
};

/** Like {@link readApiViews}, but answers nulls where the API's database is not configured or does not answer. */
export const tryApiViews = async (
  contracts: readonly IndexedContract[],
  records: ApiRecordsReader | undefined,
): Promise<readonly ApiView[]> =>
  (records && (await readApiViews(contracts, records).catch(() => undefined))) ?? contracts.map(() => UNKNOWN_VIEW);
