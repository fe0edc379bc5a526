import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Portfolio } from '@weir/client';
import { Signed } from '../currency/coming-in-currency.js';
import { aboutBch, priceAtText } from '../currency/currency-text.js';
import { type NextPayday, nextPaydays, sentPayday } from '../currency/next-paydays.js';
import { useRunningInCurrency } from '../currency/use-running-in-currency.js';
import type { AssetOfRecord } from '../format/amount.js';
import { dayText } from '../format/time.js';
import { kindOf, PAGES, type RecordKind } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { Worth } from '../records/worth.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Row, Stack } from '../ui/layout.js';
import { Time, Title } from '../ui/values.js';
import styles from './home-page.module.css';

/** Dates on show. */
const SHOWN = 12;

/** Whether a time is of another day than the one before it. */
const isNewDay = (at: number, before: number | undefined): boolean =>
  before === undefined || dayText(at) !== dayText(before);

/** A date on show. */
interface DateRow {
  readonly at: number;
  readonly kind: RecordKind;
  readonly id: string;
  readonly name: string;
  readonly isIn: boolean;
  /** With its sign. */
  readonly amount: ReactNode;
}

const paydayName = (recipients: number): string =>
  recipients > 1 ? plural(recipients, { one: 'Payday for {count}', other: 'Payday for {count}' }) : t('Payday');

/** An amount of an asset with its sign, which is on the left in every language, and what it is worth. */
const AssetAt = ({ base, of, isIn }: { base: bigint; of: AssetOfRecord; isIn: boolean }) => (
  <Row as="span" gap="0 10px" align="baseline" justify="end">
    <Worth base={base} of={of} isInList />
    <bdi dir="ltr">
      {isIn ? '+' : '−'}
      <AssetAmount base={base} of={of} />
    </bdi>
  </Row>
);

const unlockRow = (unlock: Portfolio['unlocks'][number]): DateRow => ({
  at: unlock.at,
  kind: kindOf(unlock),
  id: unlock.id,
  name: unlock.title ?? unlock.display_id,
  isIn: true,
  amount: (
    <>
      <AssetAt base={unlock.amount_base} of={unlock} isIn />
      {unlock.continuous && <Stack as="small">{t('by then')}</Stack>}
    </>
  ),
});

const paydayRow = (payday: Portfolio['paydays'][number]): DateRow => ({
  at: payday.at,
  kind: payday.kind,
  id: payday.id,
  name: paydayName(payday.recipients),
  isIn: false,
  amount: <AssetAt base={payday.amount_base} of={payday} isIn={false} />,
});

/** An amount of a currency with its sign, and about how many BCH that is at the latest price. */
const CurrencyAt = ({ amount, estimate, isIn }: Pick<NextPayday, 'amount' | 'estimate'> & { isIn: boolean }) => (
  <Stack as="span" align="end">
    <Signed sign={isIn ? '+' : '−'} text={amount} />
    {estimate !== undefined && (
      <small title={priceAtText(estimate.price, estimate.time)}>
        {t('about {amount}', { amount: aboutBch(estimate.base) })}
      </small>
    )}
  </Stack>
);

const currencyRow =
  (isIn: boolean) =>
  ({ at, id, name, recipients, amount, estimate }: NextPayday): DateRow => ({
    at,
    kind: 'currency',
    id,
    name: recipients === 1 && name !== null ? name : paydayName(recipients),
    isIn,
    amount: <CurrencyAt amount={amount} estimate={estimate} isIn={isIn} />,
  });

interface TimelineProps {
  readonly portfolio: Portfolio;
  /** Of the wallet or the treasury on show. */
  readonly addresses: readonly string[];
}

/** Shows the next dates: what unlocks for the address, and what it pays. */
export const Timeline = ({ portfolio: { unlocks, paydays, currencyPaydays }, addresses }: TimelineProps) => {
  const { received = [], sent = [] } = useRunningInCurrency(addresses).data ?? {};
  const names = new Map(sent.map(({ id, recipient_name: name }) => [id, name]));
  const { shown, others } = useFirstRows(
    [
      ...unlocks.map(unlockRow),
      ...paydays.map(paydayRow),
      ...nextPaydays(received).map(currencyRow(true)),
      ...currencyPaydays.map((payday) => sentPayday(payday, names.get(payday.id) ?? null)).map(currencyRow(false)),
    ].toSorted((one, other) => one.at - other.at),
    SHOWN,
  );
  return (
    <Card title={t('Next dates')}>
      {shown.length === 0 && <p className={styles['note']}>{t('No upcoming dates.')}</p>}
      <ol className={styles['dates']}>
        {shown.map(({ at, kind, id, name, isIn, amount }, index) => (
          <li key={`${id} ${at} ${isIn}`} data-day={isNewDay(at, shown[index - 1]?.at) || undefined}>
            <Time at={at} isDay />
            <Link to={PAGES[kind]} params={{ id }}>
              <Title text={name} />
            </Link>
            <span className={isIn ? styles['in'] : undefined}>{amount}</span>
          </li>
        ))}
      </ol>
      {others}
    </Card>
  );
};
