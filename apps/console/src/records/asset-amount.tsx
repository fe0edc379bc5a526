import { useTokenQuery } from '../api/use-token.js';
import type { TokenType } from '../format/amount.js';
import { Skeleton } from '../ui/skeleton.js';
import { Amount } from '../ui/values.js';
import { Worth } from './worth.js';

interface AssetAmountProps {
  readonly base: bigint;
  readonly of: { readonly token_type: TokenType; readonly token_category: string | null };
  /** Whether about what it comes to is said beside it. */
  readonly isPriced?: boolean;
}

/**
 * Shows an amount of an asset of which only the category is known, with the name of its token. Nothing is shown before its decimals
 * are: without them it would be another number.
 */
export const AssetAmount = ({ base, of: { token_type, token_category }, isPriced = false }: AssetAmountProps) => {
  const { answer, isPending } = useTokenQuery(token_category ?? '');
  if (isPending) return <Skeleton />;
  const amount = <Amount base={base} of={{ token_type, token_category, token: answer?.token ?? null }} />;
  return isPriced ? (
    <>
      {/* By itself: what a sentence puts here is read in the direction of its words, not of the number that it begins with. */}
      <bdi>{amount}</bdi>
      <Worth base={base} of={{ token_type, token_category }} isAfter />
    </>
  ) : (
    amount
  );
};
