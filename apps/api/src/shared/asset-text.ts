import { decimalText } from '@weir/api-contract';
import { BCH_DECIMALS } from '@weir/kinds';

/** Writes an amount for people: exact, of tokens in base units, which no registry has to name. */
export const assetText = (amount: bigint, tokenCategory: string | null): string =>
  tokenCategory === null
    ? `${decimalText(amount.toString(), BCH_DECIMALS)} BCH`
    : `${amount.toString()} units of token ${tokenCategory.slice(0, 8)}…`;
