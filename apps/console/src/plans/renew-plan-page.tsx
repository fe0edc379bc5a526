import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanStream } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { numberText, plural, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { renewalStart } from '../payments/change-salary.js';
import { PaydaysField, paydaysOf } from '../payments/paydays-field.js';
import { calendarText } from '../payments/paydays-text.js';
import styles from '../payments/person-rows.module.css';
import { useKeptState } from '../storage/kept-state.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { RowsPager } from '../ui/rows-pager.js';
import { Failed } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { PeopleColumns } from './people-columns.js';
import { PeoplePage, type PeopleProps } from './people-page.js';
import { paceOfRow } from './plan-rows.js';

/** How many people are in the document at once. */
const SHOWN = 50;

/** What changes for one person. */
interface Change {
  readonly amount?: string;
  readonly leave?: boolean;
}

const People = ({ plan, rows, connected }: PeopleProps) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const contacts = useContacts();
  const decimals = decimalsOf(plan);
  const unit = { decimals, unit: unitOf(plan) };
  const [changes, setChanges, forgetChanges] = useKeptState<Readonly<Record<string, Change>>>('changes', {});
  const [page, setPage] = useState(0);
  const [paydays, setPaydays, forgetPaydays] = useKeptState('paydays', String(rows[0]?.periods ?? FUNDED_PERIODS));
  const [left, setLeft] = useState<{
    readonly id: string;
    readonly out: readonly { recipient: string; reason: string }[];
  }>();
  const { isRunning, error, run } = useTask();
  const change = (id: string, more: Change): void => setChanges({ ...changes, [id]: { ...changes[id], ...more } });
  const amountOf = ({ id, amount_per_period_base: each }: PlanStream): string =>
    changes[id]?.amount ?? asTyped(plainText(each ?? 0n, decimals));
  const isLeft = ({ id }: PlanStream): boolean => changes[id]?.leave === true;
  const going = rows.filter((row) => !isLeft(row));
  const isWrong = (row: PlanStream): boolean => !isLeft(row) && positiveFault(amountOf(row), unit) !== undefined;
  const periods = paydaysOf(paydays);
  const canRenew = periods !== undefined && going.length > 0 && !rows.some(isWrong);
  const nameOf = ({ label, recipient }: PlanStream): string =>
    label ?? nameAmong(contacts, recipient) ?? shortAddress(recipient);
  const sum = going.reduce((all, row) => all + (typedBase(amountOf(row), decimals) ?? 0n) * BigInt(periods ?? 0), 0n);
  const starts = going.flatMap((row) => renewalStart(row, paceOfRow(plan, row)) ?? []);
  const renew = async (): Promise<unknown> => {
    const streams = rows.flatMap((row): { streamId: string; amount?: bigint; leave?: boolean }[] => {
      if (isLeft(row)) return [{ streamId: row.id, leave: true }];
      const amount = typedBase(amountOf(row), decimals);
      return amount === undefined || amount === row.amount_per_period_base ? [] : [{ streamId: row.id, amount }];
    });
    const renewal = await weir.plans.at(plan.id).renew({ periods, streams }, connected.wallet);
    forgetChanges();
    forgetPaydays();
    const out = renewal.leftOut.filter(({ code }) => code !== 'LEFT_OUT');
    if (out.length > 0) {
      setLeft({ id: renewal.record.id, out });
      return undefined;
    }
    await navigate({ to: '/plans/$id', params: { id: renewal.record.id } });
    return LEAVING;
  };
  if (left !== undefined)
    return (
      <Card title={t('Created, with some left out')}>
        <ul>
          {left.out.slice(0, SHOWN).map(({ recipient, reason }) => (
            <li key={recipient}>
              {nameAmong(contacts, recipient) ?? shortAddress(recipient)}: {reason}
            </li>
          ))}
        </ul>
        {left.out.length > SHOWN && <p>{t('… and {count} more.', { count: numberText(left.out.length - SHOWN) })}</p>}
        <Link to="/plans/$id" params={{ id: left.id }} className={buttonClass('main')}>
          {t('Fund the others')}
        </Link>
      </Card>
    );
  const first = page * SHOWN;
  return (
    <PeopleColumns
      people={
        <Card title={t('Who continues, and with which amount')}>
          <div className={styles['head']} aria-hidden="true">
            <span>{t('Person')}</span>
            <span>{t('Per payday, {unit}', { unit: unitOf(plan) })}</span>
          </div>
          <ol>
            {rows.slice(first, first + SHOWN).map((row) => (
              <li key={row.id} className={styles['row']}>
                <label className={styles['who']}>
                  <input
                    type="checkbox"
                    checked={!isLeft(row)}
                    onChange={({ target }) => change(row.id, { leave: !target.checked })}
                  />
                  <span>
                    <bdi>{nameOf(row)}</bdi>{' '}
                    {nameOf(row) !== shortAddress(row.recipient) && (
                      <span className={styles['address']}>{shortAddress(row.recipient)}</span>
                    )}
                  </span>
                </label>
                {!isLeft(row) && (
                  <AmountField
                    {...unit}
                    label={t('Per payday, {unit}', { unit: unitOf(plan) })}
                    value={amountOf(row)}
                    onChange={(amount) => change(row.id, { amount })}
                    error={positiveFault(amountOf(row), unit)}
                  />
                )}
              </li>
            ))}
          </ol>
          <RowsPager first={first} size={SHOWN} count={rows.length} onPage={setPage} />
        </Card>
      }
      outcome={
        <Card title={t('For how long')}>
          <PaydaysField label={t('Paydays')} value={paydays} onChange={setPaydays} />
          <p>
            {t('Each person’s first new payday is the next one after their last. No payday is lost or paid twice.')}
          </p>
          <Facts
            facts={[
              [t('For the new paydays'), periods !== undefined && <Amount key="s" base={sum} of={plan} />],
              [t('Paid'), plan.calendar !== null && calendarText(plan.calendar)],
              [t('First new payday'), starts.length > 0 && <Time key="f" at={Math.min(...starts)} />],
            ]}
          />
          <Button look="main" disabled={isRunning || !canRenew} onClick={() => void run(renew)}>
            {plural(going.length, { one: 'Renew for {count}', other: 'Renew for {count}' })}
          </Button>
          {error !== undefined && <Failed error={error} />}
        </Card>
      }
    />
  );
};

const route = getRouteApi('/plans/$id/renew');

/** Page that makes the plan of salaries that goes on where another one ends. */
const RenewPlanPage = () => {
  const { id } = route.useParams();
  return (
    <PeoplePage title={t('Renew a payroll')} id={id}>
      {(people) => <People {...people} />}
    </PeoplePage>
  );
};

export default RenewPlanPage;
