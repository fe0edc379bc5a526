import { Compile } from 'typebox/compile';
import { IndexedStatesResponse, type Onchain } from '@weir/api-contract';
import type { IndexerClient } from './indexer-client.js';

/** A record, as far as its contract can be asked for. */
export interface FundedRecord {
  readonly contractAddress: string;
  readonly fundingTxHash: string | null;
  /** The output of its state there; null before. */
  readonly fundingVout: number | null;
}

/** Finds what is seen of a record: null where nothing is; undefined where there is no indexer. */
export type OnchainOf = (record: FundedRecord) => Onchain | null | undefined;

/** Nobody waits longer for what only adds to an answer. */
const PATIENCE_MS = 500;
const check = Compile(IndexedStatesResponse);

/** The funding output of a record; undefined before. */
const placeOf = ({ fundingTxHash, fundingVout }: FundedRecord): string | undefined =>
  fundingTxHash === null || fundingVout === null ? undefined : `${fundingTxHash}:${fundingVout}`;

const ask = async (
  records: readonly FundedRecord[],
  indexer: IndexerClient,
): Promise<IndexedStatesResponse | undefined> => {
  const outpoints = records.flatMap((record) => placeOf(record) ?? []);
  const contractAddresses = records.flatMap(({ fundingTxHash, contractAddress }) =>
    fundingTxHash === null ? [contractAddress] : [],
  );
  if (records.length === 0) return undefined;
  const answer = await indexer.post('states', { outpoints, contractAddresses }, PATIENCE_MS).catch(() => undefined);
  return answer?.status === 200 && check.Check(answer.body) ? answer.body : undefined;
};

/**
 * What the indexer sees of some records, in one call: of the instances their fundings made, and of the first at the
 * address of those that the API knows no funding of. Nothing while the indexer does not answer. Never throws.
 */
export const readOnchain = async (
  records: readonly FundedRecord[],
  indexer: IndexerClient | undefined,
): Promise<OnchainOf> => {
  if (indexer === undefined) return () => undefined;
  const answer = await ask(records, indexer);
  if (answer === undefined) return () => null;
  const { states, asOf } = answer;
  const byPlace = new Map(
    states.flatMap((state) =>
      [`${state.fundedTxHash}:${state.fundedVout}`, state.contractAddress].map((place) => [place, state] as const),
    ),
  );
  return (record) => {
    const state = byPlace.get(placeOf(record) ?? record.contractAddress);
    if (state === undefined) return null;
    const {
      vestedAmount,
      vestedAmountBase,
      releasedAmount,
      releasedAmountBase,
      commitment,
      lastHeight: height,
    } = state;
    return { vestedAmount, vestedAmountBase, releasedAmount, releasedAmountBase, commitment, height, asOf };
  };
};

/** The property by which a record carries it; none where there is no indexer. */
export const seen = (onchain: Onchain | null | undefined): { readonly onchain?: Onchain | null } =>
  onchain === undefined ? {} : { onchain };
