import { Compile } from 'typebox/compile';
import { IndexedStatesResponse, type Onchain, type ViewOf } from '@weir/api-contract';
import type { IndexerClient } from './indexer-client.js';

/** The fields of a record by which the indexer finds its contract. */
export interface FundedRecord {
  readonly contractAddress: string;
  readonly fundingTxHash: string | null;
  /** Output index of its state in the funding; null before. */
  readonly fundingVout: number | null;
}

type IndexedState = IndexedStatesResponse['states'][number];

/** Time limit, milliseconds: this data is optional. */
const PATIENCE_MS = 500;
const check = Compile(IndexedStatesResponse);

/** Returns the funding outpoint of a record; undefined before its funding. */
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

const onchainOf = ({ vestedAmountBase, releasedAmountBase, commitment, lastHeight }: IndexedState, asOf: number) => ({
  vestedAmount: BigInt(vestedAmountBase),
  releasedAmount: BigInt(releasedAmountBase),
  commitment,
  height: lastHeight,
  asOf,
});

/**
 * Adds to records, in place, what the chain shows of them, by one call to the indexer: of the deployments of their fundings
 * or, where the API knows no funding, of the first deployment at the address. Null while the indexer does not know them
 * or does not answer; nothing where there is none. Never throws.
 */
export const withOnchain = async <Shown extends FundedRecord>(
  records: readonly Shown[],
  indexer: IndexerClient | undefined,
): Promise<readonly (Shown & { readonly onchain?: ViewOf<typeof Onchain> | null })[]> => {
  if (indexer === undefined) return records;
  const answer = await ask(records, indexer);
  const byPlace = new Map(
    answer?.states.flatMap((state) =>
      [`${state.fundedTxHash}:${state.fundedVout}`, state.contractAddress].map((place) => [place, state] as const),
    ),
  );
  return records.map((record) => {
    const state = byPlace.get(placeOf(record) ?? record.contractAddress);
    // A copy by a spread would be slow to read: a tenth of the time that a list of 50 takes.
    return Object.assign(record, {
      onchain: answer === undefined || state === undefined ? null : onchainOf(state, answer.asOf),
    });
  });
};
