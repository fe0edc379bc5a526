import type { ReactNode } from 'react';
import { Facts } from '../ui/card.js';
import { Amount } from '../ui/values.js';
import { bchTotal, type CostSheet } from './cost-lines.js';

interface CostsProps {
  readonly sheet: CostSheet;
  /** Whether a vault pays rather than the user. */
  readonly isByVault?: boolean;
  /** Whether the total is exact, since the wallet's coins are known. */
  readonly isExact?: boolean;
}

/** Shows what a funding costs: its parts, which add up to what leaves the wallet. */
export const Costs = ({ sheet, isByVault = false, isExact = false }: CostsProps) => {
  const { gift, lines } = sheet;
  const isBch = (typeof gift.of === 'string' ? gift.of : gift.of.token_type) === 'BCH';
  const amount = <Amount base={gift.base} of={gift.of} />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [gift.what, amount],
    ...lines.map(({ what, base, note }): readonly [string, ReactNode] => [
      isExact ? what.replace(', about', '') : what,
      <span key={what}>
        <Amount base={base} of="BCH" />
        {note !== undefined && ` (${note})`}
      </span>,
    ]),
    [
      `${isByVault ? 'The vault pays' : 'You pay'}${isExact ? '' : ', about'}`,
      <strong key="total">
        {!isBch && <>{amount} and </>}
        <Amount base={bchTotal(sheet)} of="BCH" />
      </strong>,
    ],
  ];
  return <Facts facts={facts} />;
};
