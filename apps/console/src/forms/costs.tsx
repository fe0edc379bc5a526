import type { ReactNode } from 'react';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
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
  const payer = isByVault ? t('The treasury pays') : t('You pay');
  const amount = <Amount base={gift.base} of={gift.of} />;
  const bch = <Amount base={bchTotal(sheet)} of="BCH" />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [gift.what, amount],
    ...lines.map(({ what, isAbout = false, base, note }): readonly [string, ReactNode] => [
      isAbout && !isExact ? t('{what}, about', { what }) : what,
      <span key={what}>
        <Amount base={base} of="BCH" />
        {note !== undefined && ` (${note})`}
      </span>,
    ]),
    [
      isExact ? payer : t('{what}, about', { what: payer }),
      <strong key="total">{isBch ? bch : rich('{tokens} and {bch}', { tokens: amount, bch })}</strong>,
    ],
  ];
  return <Facts facts={facts} />;
};
