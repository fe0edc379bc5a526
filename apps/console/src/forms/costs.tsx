import type { ReactNode } from 'react';
import type { Asset } from '../format/amount.js';
import { Facts } from '../ui/card.js';
import { Amount } from '../ui/values.js';

interface CostsProps {
  /** What goes to recipients, in words and base units. */
  readonly what: string;
  readonly total: bigint;
  readonly of: Asset;
  readonly funding: {
    readonly amountBase: bigint;
    readonly reserveBase: bigint;
    readonly networkFeeEstimateBase: bigint;
  };
}

/** What a funding costs whoever pays it in. */
export const Costs = ({ what, total, of, funding }: CostsProps) => {
  const isBch = (typeof of === 'string' ? of : of.token_type) === 'BCH';
  const amount = <Amount base={total} of={of} />;
  const bch = <Amount base={funding.amountBase + funding.networkFeeEstimateBase} of="BCH" />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [what, amount],
    [
      'Reserve for fees',
      <span key="r">
        <Amount base={funding.reserveBase} of="BCH" /> (pays claims; what is left returns to you)
      </span>,
    ],
    ['Network fee, about', <Amount key="f" base={funding.networkFeeEstimateBase} of="BCH" />],
    [
      'You pay, about',
      <strong key="t">
        {!isBch && <>{amount} and </>}
        {bch}
      </strong>,
    ],
  ];
  return <Facts facts={facts} />;
};
