import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Plan, PlanPaydays as Paydays } from '@weir/client';
import { useServices } from '../api/services.js';
import { dateFormat } from '../language/locale.js';
import { msg, plural, t } from '../language/text.js';
import { sameRecord } from '../records/use-record.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { monthsOf, type PayMonth } from './pay-months.js';
import styles from './plan-paydays.module.css';
import { askAsSender, usePlanReader } from './read-plan.js';

/** A Monday. */
const MONDAY = new Date(2024, 0, 1);
const weekdays = (): readonly string[] => {
  const name = dateFormat({ weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) =>
    name.format(new Date(MONDAY.getFullYear(), MONDAY.getMonth(), MONDAY.getDate() + day)),
  );
};
const monthText = (date: Date): string => dateFormat({ month: 'long', year: 'numeric' }).format(date);
const WORDS = { paid: msg('paid'), due: msg('claimable'), coming: msg('to come') } as const;

/** Shows the days of a month; the list below it says what they hold. */
const Month = ({ month, asOf }: { readonly month: PayMonth; readonly asOf: number }) => {
  const today = new Date(asOf * 1_000);
  const start = new Date(month.start * 1_000);
  const isThis = today.getFullYear() === start.getFullYear() && today.getMonth() === start.getMonth();
  return (
    <div className={styles['grid']} aria-hidden="true">
      {weekdays().map((name) => (
        <span key={name} className={styles['weekday']}>
          {name}
        </span>
      ))}
      {month.cells.map((day, index) =>
        day === 0 ? (
          <span key={index} />
        ) : (
          <span
            key={index}
            className={styles['day']}
            data-state={month.days.find((payday) => payday.day === day)?.state}
            data-today={(isThis && day === today.getDate()) || undefined}
          >
            {day}
          </span>
        ),
      )}
    </div>
  );
};

const Calendar = ({ paydays, of }: { readonly paydays: Paydays; readonly of: Plan }) => {
  const { asOf } = paydays;
  const months = monthsOf(paydays);
  const [chosen, setChosen] = useState<number>();
  const first = months.findIndex(({ days }) => days.some(({ state }) => state !== 'paid'));
  const index = Math.min(chosen ?? (first === -1 ? months.length - 1 : first), months.length - 1);
  const month = months[index];
  if (month === undefined) return null;
  return (
    <>
      <Row gap={8} align="center">
        <h3 className={styles['month']} aria-live="polite">
          {monthText(new Date(month.start * 1_000))}
        </h3>
        <Button small aria-label={t('Earlier month')} disabled={index === 0} onClick={() => setChosen(index - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button
          small
          aria-label={t('Later month')}
          disabled={index === months.length - 1}
          onClick={() => setChosen(index + 1)}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </Row>
      <Month month={month} asOf={asOf} />
      {month.days.length === 0 && (
        <p className={styles['note']}>
          {of.product === 'lock' ? t('Nothing unlocks in this month.') : t('No payday in this month.')}
        </p>
      )}
      <Stack as="ol">
        {month.days.map(({ at, state, amount, recipients }) => (
          <Columns
            as="li"
            key={`${at} ${state}`}
            align="stretch"
            widths="minmax(0, 1fr) auto"
            gap="2px 12px"
            isRuled
            pad="8px 0"
          >
            <Time at={at} isDay />
            <Amount base={amount} of={of} />
            <span className={styles['note']}>
              {plural(recipients, { one: '{count} person', other: '{count} people' })}
              {', '}
              {t(WORDS[state])}
            </span>
          </Columns>
        ))}
      </Stack>
    </>
  );
};

/** Height of a calendar of five weeks with a date below it, pixels. */
const CALENDAR_HEIGHT = 344;

/** Shows the calendar of a payroll or of locks: what is to be paid and when, and what was. */
export const PlanPaydays = ({ plan }: { readonly plan: Plan }) => {
  const { id, sender, status } = plan;
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected, requiresSignIn } = reader;
  const { data, error, refetch } = useQuery({
    queryKey: ['record', id, 'paydays', connected?.address, requiresSignIn],
    queryFn: ({ signal }) =>
      askAsSender(sender, reader, (options) => weir.plans.at(id).paydays(connected?.wallet, { ...options, signal })),
    enabled: status === 'ACTIVE',
    placeholderData: sameRecord(id),
  });
  if (status !== 'ACTIVE') return null;
  return (
    <Card
      title={plan.product === 'lock' ? t('Unlock dates') : t('Paydays')}
      aside={
        <Link to="/plans/$id/report" params={{ id }}>
          {t('Report per payday')}
        </Link>
      }
    >
      {error !== null && data === undefined && (
        <Failed error={error} retry={() => void refetch()} height={CALENDAR_HEIGHT} />
      )}
      {data === undefined ? (
        error === null && <Waiting what={t('Loading the dates…')} height={CALENDAR_HEIGHT} />
      ) : (
        <Calendar paydays={data} of={plan} />
      )}
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
    </Card>
  );
};
