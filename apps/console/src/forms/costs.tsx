import type { ReactNode } from 'react';
import type { Asset } from '../format/amount.js';
import { Facts } from '../ui/card.js';
import { Amount } from '../ui/values.js';

interface CostsProps {
  /** Label of the total that goes to recipients. */
  readonly what: string;
  readonly total: bigint;
  readonly of: Asset;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
  readonly funding: {
    readonly amountBase: bigint;
    readonly reserveBase: bigint;
    readonly networkFeeEstimateBase: bigint;
  };
}

/** Shows the costs of a funding. */
export const Costs = ({ what, total, of, isByVault, funding }: CostsProps) => {
  const isBch = (typeof of === 'string' ? of : of.token_type) === 'BCH';
  const amount = <Amount base={total} of={of} />;
  const bch = <Amount base={funding.amountBase + funding.networkFeeEstimateBase} of="BCH" />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [what, amount],
    [
      'Locked for fees',
      <span key="r">
        <Amount base={funding.reserveBase} of="BCH" /> (pays claims; what is left returns to{' '}
        {isByVault ? 'the vault' : 'you'})
      </span>,
    ],
    ['Network fee, about', <Amount key="f" base={funding.networkFeeEstimateBase} of="BCH" />],
    [
      isByVault ? 'The vault pays, about' : 'You pay, about',
      <strong key="t">
        {!isBch && <>{amount} and </>}
        {bch}
      </strong>,
    ],
  ];
  return <Facts facts={facts} />;
};
