import { leastRelayed, type UnsignedTransaction } from '@weir/covenants';
import type { ChainReader } from '@weir/infra';
import { ServiceError } from './service-error.js';

/**
 * Refuses a funding whose outputs nodes would not relay. Contracts fix some amounts (576 or 1,000 satoshis), which are dust where
 * nodes raise their dust limit; a contract that was funded all the same could not be paid from either.
 *
 * @throws ServiceError FEE_RATE_TOO_HIGH with `dustRate`, `outputIndex`, `satoshis` and `neededSatoshis`
 */
export const assertRelayed = async (
  { chain }: { readonly chain: Pick<ChainReader, 'dustRate'> },
  { outputs }: Pick<UnsignedTransaction, 'outputs'>,
): Promise<void> => {
  const dustRate = await chain.dustRate();
  for (const [outputIndex, output] of outputs.entries()) {
    const needed = leastRelayed(output, dustRate);
    if (output.amount >= needed) continue;
    throw new ServiceError(
      'FEE_RATE_TOO_HIGH',
      `Nodes relay no output this small at their rate of ${dustRate} satoshis for 1,000 bytes: output ${outputIndex} has ${output.amount} satoshis and needs ${needed}. Fund it when the rate has fallen`,
      {
        dustRate: Number(dustRate),
        outputIndex,
        satoshis: output.amount.toString(),
        neededSatoshis: needed.toString(),
      },
    );
  }
};
