import { useToken } from '../api/use-token.js';
import type { TokenType } from '../format/amount.js';
import { Amount } from '../ui/values.js';

interface AssetAmountProps {
  readonly base: bigint;
  readonly of: { readonly token_type: TokenType; readonly token_category: string | null };
}

/** Shows an amount of an asset of which only the category is told, with the name of its token once that is known. */
export const AssetAmount = ({ base, of: { token_type, token_category } }: AssetAmountProps) => {
  const token = useToken(token_category ?? '')?.token ?? null;
  return <Amount base={base} of={{ token_type, token_category, token }} />;
};
