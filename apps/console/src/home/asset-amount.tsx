import type { ComponentProps } from 'react';
import { Amount } from '../ui/values.js';
import { useAsset } from './use-portfolio.js';

interface AssetAmountProps {
  readonly base: bigint;
  readonly of: Parameters<typeof useAsset>[0];
}

/** Shows an amount of an asset of which only the category is told. */
export const AssetAmount = ({ base, of }: AssetAmountProps & Partial<ComponentProps<typeof Amount>>) => (
  <Amount base={base} of={useAsset(of)} />
);
