import { IndexedStreamResponse } from '@weir/api-contract';
import type { Onchain } from '@weir/api-contract';
import type { IndexerClient } from '@weir/infra';
import type { StreamView } from '@weir/services';
import { Compile } from 'typebox/compile';

const check = Compile(IndexedStreamResponse);

/**
 * What the indexer sees of a stream: of the instance its record names, or of the first where none is recorded. Null while
 * it does not know it, or does not answer; undefined where there is no indexer. Never throws.
 */
export const readOnchain = async ({ contractAddress, fundingTxHash }: Pick<StreamView, 'contractAddress' | 'fundingTxHash'>, indexer: IndexerClient | undefined): Promise<Onchain | null | undefined> => {
  if (indexer === undefined) return undefined;
  const answer = await indexer.get(`streams/${encodeURIComponent(contractAddress)}`).catch(() => undefined);
  if (answer?.status !== 200 || !check.Check(answer.body)) return null;
  const { stream, otherInstances, asOf } = answer.body;
  const found = [stream, ...otherInstances].find(({ fundedTxHash }) => fundingTxHash === null || fundedTxHash === fundingTxHash);
  if (found === undefined) return null;
  const { vestedAmount, vestedAmountBase, releasedAmount, releasedAmountBase, commitment, lastHeight } = found;
  return { vestedAmount, vestedAmountBase, releasedAmount, releasedAmountBase, commitment, height: lastHeight, asOf };
};
