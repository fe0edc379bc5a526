import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Worth } from '../records/worth.js';
import { type Fact, Facts } from '../ui/card.js';
import { Amount } from '../ui/values.js';
import { bchTotal, type CostLine, type CostSheet, reserveOf } from './cost-lines.js';
import styles from './costs.module.css';

const isOfBch = ({ gift: { of } }: CostSheet): boolean => (typeof of === 'string' ? of : of.token_type) === 'BCH';

/** Shows what leaves the wallet in all: BCH, and tokens where they are the gift. */
const Total = ({ sheet }: { readonly sheet: CostSheet }) => {
  const bch = <Amount base={bchTotal(sheet)} of="BCH" />;
  const { base, of } = sheet.gift;
  return (
    <strong>
      {isOfBch(sheet) ? bch : rich('{tokens} and {bch}', { tokens: <Amount base={base} of={of} />, bch })}
    </strong>
  );
};

/** Shows what is kept beside the gift, in one line that opens to its parts. */
const Reserve = ({ base, parts }: ReturnType<typeof reserveOf>) => (
  <details className={styles['reserve']}>
    <summary>
      <Amount base={base} of="BCH" /> <ChevronRight size={16} aria-hidden="true" />
    </summary>
    <ul>
      {parts.map(({ what, base: part, note }) => (
        <li key={what}>
          {what}: <Amount base={part} of="BCH" />
          {note !== undefined && ` (${note})`}
        </li>
      ))}
    </ul>
  </details>
);

interface CostsProps {
  readonly sheet: CostSheet;
  /** Whether a vault pays rather than the user. */
  readonly isByVault?: boolean;
  /** Whether the total is exact, since the wallet's coins are known. */
  readonly isExact?: boolean;
}

/** Shows what a funding costs: its parts, which add up to what leaves the wallet. */
export const Costs = ({ sheet, isByVault = false, isExact = false }: CostsProps) => {
  const { gift, lines, isRefundable } = sheet;
  const payer = isByVault ? t('The treasury pays') : t('You pay');
  const reserve = reserveOf(sheet);
  const factOf = ({ what, isAbout = false, base }: CostLine): Fact => [
    isAbout && !isExact ? t('{what}, about', { what }) : what,
    <Amount key={what} base={base} of="BCH" />,
  ];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [gift.what, <Amount key="gift" base={gift.base} of={gift.of} />],
    [
      isRefundable ? t('Refundable reserve') : t('Reserve'),
      reserve.base > 0n && <Reserve key="reserve" {...reserve} />,
    ],
    ...lines.filter(({ isReserved = false }) => !isReserved).map(factOf),
    [isExact ? payer : t('{what}, about', { what: payer }), <Total key="total" sheet={sheet} />],
  ];
  return <Facts facts={facts} />;
};

/** Says beside the button that pays what it costs. */
export const Price = ({ sheet, isByVault }: { readonly sheet: CostSheet; readonly isByVault: boolean }) => (
  <span role="status">
    {isByVault
      ? rich('The treasury pays about {amount}', { amount: <Total sheet={sheet} /> })
      : rich('You pay about {amount}', { amount: <Total sheet={sheet} /> })}{' '}
    <Worth base={bchTotal(sheet)} of="BCH" />
  </span>
);
