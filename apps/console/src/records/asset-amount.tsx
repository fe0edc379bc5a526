import { useTokenQuery } from '../api/use-token.js';
import type { TokenType } from '../format/amount.js';
import { Skeleton } from '../ui/skeleton.js';
import { Amount } from '../ui/values.js';

interface AssetAmountProps {
  readonly base: bigint;
  readonly of: { readonly token_type: TokenType; readonly token_category: string | null };
}

/**
 * Shows an amount of an asset of which only the category is known, with the name of its token. Nothing is shown before its decimals
 * are: without them it would be another number.
 */
export const AssetAmount = ({ base, of: { token_type, token_category } }: AssetAmountProps) => {
  const { answer, isPending } = useTokenQuery(token_category ?? '');
  if (isPending) return <Skeleton />;
  return <Amount base={base} of={{ token_type, token_category, token: answer?.token ?? null }} />;
};
