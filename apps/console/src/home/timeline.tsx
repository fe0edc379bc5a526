import { Link } from '@tanstack/react-router';
import type { Portfolio } from '@weir/client';
import { dayText } from '../format/time.js';
import { kindOf, PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { Worth } from '../records/worth.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Stack } from '../ui/layout.js';
import { Time, Title } from '../ui/values.js';
import styles from './home-page.module.css';

/** Dates on show. */
const SHOWN = 12;

/** Whether a time is of another day than the one before it. */
const isNewDay = (at: number, before: number | undefined): boolean =>
  before === undefined || dayText(at) !== dayText(before);

/** Shows the next dates: what unlocks for the address, and what it pays. */
export const Timeline = ({ portfolio: { unlocks, paydays } }: { readonly portfolio: Portfolio }) => {
  const { shown, others } = useFirstRows(
    [
      ...unlocks.map((unlock) => ({
        ...unlock,
        kind: kindOf(unlock),
        isIn: true,
        name: unlock.title ?? unlock.display_id,
      })),
      ...paydays.map((payday) => ({
        ...payday,
        isIn: false,
        continuous: false,
        name:
          payday.recipients > 1
            ? plural(payday.recipients, { one: 'Payday for {count}', other: 'Payday for {count}' })
            : t('Payday'),
      })),
    ].toSorted((one, other) => one.at - other.at),
    SHOWN,
  );
  return (
    <Card title={t('Next dates')}>
      {shown.length === 0 && <p className={styles['note']}>{t('No upcoming dates.')}</p>}
      <ol className={styles['dates']}>
        {shown.map(({ at, kind, id, name, amount_base: base, isIn, continuous, ...asset }, index) => (
          <li key={`${id} ${at}`} data-day={isNewDay(at, shown[index - 1]?.at) || undefined}>
            <Time at={at} isDay />
            <Link to={PAGES[kind]} params={{ id }}>
              <Title text={name} />
            </Link>
            <span className={isIn ? styles['in'] : undefined}>
              <bdi dir="ltr">
                {isIn ? '+' : '−'}
                <AssetAmount base={base} of={asset} />
              </bdi>
              <Worth base={base} of={asset} isInList isAfter />
              {continuous && <Stack as="small">{t('by then')}</Stack>}
            </span>
          </li>
        ))}
      </ol>
      {others}
    </Card>
  );
};
