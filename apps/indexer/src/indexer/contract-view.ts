import { hexToBin } from '@bitauth/libauth';
import type { IndexedContract as ContractBody } from '@weir/api-contract';
import { type Network, outpointKey, partyAddress } from '@weir/covenants';
import { termsOfStored } from '@weir/indexing';
import type { ApiRecord, ApiRecordsReader, ContractEvent, IndexedContract } from '@weir/infra';

/** How the API's record of a contract compares with the chain. */
type ApiView = Pick<ContractBody, 'apiStatus' | 'apiProduct' | 'apiDifference'>;

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
  return contracts.map((contract) => compareWithApi(contract, found.get(outpointKey(contract.terms))));
};

/** Like {@link readApiViews}, but answers nulls where the API's database is not configured or does not answer. */
export const tryApiViews = async (
  contracts: readonly IndexedContract[],
  records: ApiRecordsReader | undefined,
): Promise<readonly ApiView[]> =>
  (records && (await readApiViews(contracts, records).catch(() => undefined))) ?? contracts.map(() => UNKNOWN_VIEW);

/** What the view of a contract needs beside the contract. */
interface ContractViewContext {
  readonly network: Network;
  /** Unix seconds. */
  readonly asOf: number;
  /** How the API's record compares. */
  readonly apiView: ApiView;
}

/**
 * Returns what the recipient has earned: under a notice pushes may still pay it; of an ended contract, what was paid.
 */
const vestedOf = ({ terms, head }: IndexedContract, asOf: number): bigint => {
  if (head.state === null) return head.releasedAmount;
  const vested = termsOfStored(terms).vestedAt(BigInt(asOf), head);
  return vested > head.releasedAmount ? vested : head.releasedAmount;
};

/** Shows the state of a contract, amounts in base units. @param asOf Unix seconds */
export const stateView = (contract: IndexedContract, asOf: number) => {
  const { terms, head } = contract;
  return {
    ...terms,
    ...head,
    fundedTxHash: terms.txid,
    fundedVout: terms.vout,
    vestedAmount: vestedOf(contract, asOf),
    lastTxHash: head.txid,
    lastHeight: head.height,
  };
};

/** Shows what the state of a live contract says beside its amounts. */
const currentView = ({ terms, head: { commitment } }: IndexedContract) =>
  commitment === null ? {} : { ...termsOfStored(terms).stateDetails?.(commitment) };

/** Shows a contract as a row of a list. */
export const contractView = (contract: IndexedContract, { network, asOf, apiView }: ContractViewContext) => {
  const { terms, head } = contract;
  return {
    ...stateView(contract, asOf),
    sender: partyAddress(hexToBin(terms.sender), network) ?? terms.sender,
    recipient: terms.recipient === null ? null : (partyAddress(hexToBin(terms.recipient), network) ?? terms.recipient),
    tokenType: terms.tokenCategory === null ? ('BCH' as const) : ('FUNGIBLE_TOKEN' as const),
    terms: { ...termsOfStored(terms).details },
    current: currentView(contract),
    fundedAt: terms.fundedTime,
    lastAt: head.time,
    ...apiView,
  };
};

/** Shows a mined transaction of a contract. */
export const eventView = ({ kind, txid, details, ...event }: ContractEvent) => ({
  ...event,
  event: kind,
  txHash: txid,
  details: { ...details },
});

/** Shows the successive commitments and what was released between them. */
export const commitmentViews = (events: readonly ContractEvent[]) =>
  events.map((event, i) => ({
    ...event,
    txHash: event.txid,
    difference: event.releasedAmount - (events[i - 1]?.releasedAmount ?? 0n),
  }));
