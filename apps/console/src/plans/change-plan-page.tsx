import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentDetail, Plan, PlanStream, PlanTerms } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState, ConfirmDialog } from '../actions/verb-bar.js';
import { onceRead } from '../api/once-read.js';
import { useInfo, useNow, useServices } from '../api/services.js';
import { TooLateToChange } from '../failures/too-late-to-change.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { planCosts } from '../forms/cost-lines.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { assertAffordable, assertTreasuryPays } from '../forms/use-balance.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { addTypedNames } from '../names/plan-names.js';
import { canChange, changeOf, followUpOf, type SalaryChange } from '../payments/change-salary.js';
import { paydayFrom, requestedCalendar } from '../payments/pace.js';
import { noChangeText, PaidUntil, waitsText } from '../payments/paid-until.js';
import { PaydaysField, paydaysOf } from '../payments/paydays-field.js';
import styles from '../payments/person-rows.module.css';
import { cancelledOf } from '../payments/salary-record.js';
import { sentInTime } from '../payments/sent-in-time.js';
import { readHoldings } from '../treasury/payer-holdings.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { RowsPager } from '../ui/rows-pager.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { PeopleColumns } from './people-columns.js';
import { PeoplePage, type PeopleProps } from './people-page.js';
import { paceOfRow } from './plan-rows.js';

/** How many people are in the document at once. */
const SHOWN = 50;
/** Most people that one change names: one signature cancels no more of a plan. */
const CHANGED_AT_ONCE = 50;

/** What is typed: the new amounts by the ids of their rows, and how many paydays are funded. */
interface ChangeDraft {
  readonly amounts: Readonly<Record<string, string>>;
  readonly paydays: string;
}

const FRESH: ChangeDraft = { amounts: {}, paydays: String(FUNDED_PERIODS) };

/** A salary with another amount. */
interface NewSalary {
  readonly row: PlanStream;
  readonly amount: bigint;
}

interface ChangedRow extends NewSalary {
  readonly change: SalaryChange;
}

/** A salary that was cancelled, with the amount of the one that is to follow it. */
interface EndedRow extends NewSalary {
  readonly follow: ReturnType<typeof followUpOf>;
}

/** A salary that can begin. */
interface NextRow extends NewSalary {
  /** Its first payday, Unix seconds. */
  readonly firstNew: number;
}

/** The terms of the plan that pays the changed salaries, by the same wallet or treasury. */
const termsOf = (plan: Plan, rows: readonly NextRow[], periods: number): PlanTerms => ({
  product: 'recurring',
  ...(plan.vault_id === null ? { sender: plan.sender } : { vaultId: plan.vault_id }),
  tokenType: plan.token_type,
  ...(plan.token_category !== null && { tokenCategory: plan.token_category }),
  ...(plan.description !== null && { description: plan.description }),
  cancelable: plan.cancelable,
  pausable: plan.pausable,
  cancelNoticeBlocks: plan.cancel_notice_blocks,
  ...(plan.calendar === null ? { cancelFills: plan.cancel_fills } : { calendar: requestedCalendar(plan.calendar) }),
  streams: rows.map(({ row, firstNew, amount }) => ({
    recipient: row.recipient,
    amount,
    start: firstNew,
    ...(row.interval !== null && row.interval !== 'CALENDAR' && { interval: row.interval }),
    ...(periods < FUNDED_PERIODS && { end: paydayFrom(paceOfRow(plan, row), firstNew, periods - 1) }),
    ...(row.label !== null && { label: row.label }),
  })),
});

/** Returns what a change of a row does at a time, Unix seconds. */
const changeOfRow = (plan: Plan, row: PlanStream, asOf: number) => {
  const each = row.amount_per_period_base ?? 0n;
  return changeOf(
    {
      status: row.status,
      amountPerPeriod: each,
      pace: paceOfRow(plan, row),
      periods: row.periods ?? 0,
      paid: each === 0n ? 0 : Number(row.withdrawn_amount_base / each),
      nextDue: row.next_payment_date,
    },
    asOf,
    plan.cancel_notice_blocks,
  );
};

/** Reads salaries that were cancelled, each as it is now. */
const useCancelled = (plan: Plan, ids: readonly string[]) => {
  const { weir } = useServices();
  const read = async (asked: readonly string[]): Promise<ReadonlyMap<string, PaymentDetail['payment']>> => {
    const found = new Map<string, PaymentDetail['payment']>();
    for (const id of asked) found.set(id, (await weir.payments.at(id).get()).payment);
    return found;
  };
  const { data } = useQuery({
    queryKey: ['record', plan.id, 'cancelled', ids],
    enabled: ids.length > 0,
    refetchInterval: onceRead(30_000),
    queryFn: () => read(ids),
  });
  return { payments: data, read };
};

const People = ({ plan, rows, connected }: PeopleProps) => {
  const { weir } = useServices();
  const { wallet } = connected;
  const navigate = useNavigate();
  const client = useQueryClient();
  const contacts = useContacts();
  const now = useNow();
  const height = useInfo().data?.chain?.height;
  const { vault_id: vaultId } = plan;
  const decimals = decimalsOf(plan);
  const unit = { decimals, unit: unitOf(plan) };
  // Signers of a treasury may take days between the cancel and the new salaries: it outlives its tab.
  const { draft, change: changeDraft } = useKeptDraft(`change-${plan.id}`, FRESH);
  const { amounts, paydays } = draft;
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string>();
  const task = useTask();
  const cancels = useVerb('plan');
  const funds = useVerb('plan');
  const periods = paydaysOf(paydays);
  const nameOf = ({ label, recipient }: PlanStream): string =>
    label ?? nameAmong(contacts, recipient) ?? shortAddress(recipient);
  const before = ({ amount_per_period_base: each }: PlanStream): string => asTyped(plainText(each ?? 0n, decimals));
  const typedOf = (row: PlanStream): string => amounts[row.id] ?? before(row);
  const changed = rows.flatMap((row): ChangedRow[] => {
    const change = changeOfRow(plan, row, now);
    const amount = typedBase(typedOf(row), decimals);
    const isOther = amount !== undefined && amount > 0n && amount !== row.amount_per_period_base;
    return canChange(change) && isOther ? [{ row, change, amount }] : [];
  });
  // Those whose new amount was typed here, and whose new salary is not there yet.
  const cancelled = rows.filter((row) => row.status === 'CANCELLED' && amounts[row.id] !== undefined);
  const { payments, read } = useCancelled(
    plan,
    cancelled.slice(0, CHANGED_AT_ONCE).map(({ id }) => id),
  );
  const ended = cancelled.flatMap((row): EndedRow[] => {
    const payment = payments?.get(row.id);
    const amount = typedBase(typedOf(row), decimals);
    return payment === undefined || amount === undefined || amount <= 0n
      ? []
      : [{ row, amount, follow: followUpOf(cancelledOf(payment), payment.as_of, height) }];
  });
  const ready = ended.flatMap(({ row, amount, follow }): NextRow[] =>
    'firstNew' in follow ? [{ row, amount, firstNew: follow.firstNew }] : [],
  );
  const sum = (amountOf: (one: ChangedRow) => bigint): bigint => changed.reduce((all, one) => all + amountOf(one), 0n);
  const isReady = periods !== undefined && changed.length > 0 && changed.length <= CHANGED_AT_ONCE;

  /** Refuses what the payer cannot pay, before anything is cancelled or stored. */
  const assertPayable = async (terms: PlanTerms): Promise<void> => {
    const costs = planCosts(await weir.plans.preview(terms, wallet));
    if (vaultId === null) await assertAffordable(weir, wallet, costs);
    else assertTreasuryPays(costs, await readHoldings(weir, vaultId, wallet));
  };
  /** Stores the new salaries, and has their payer fund them. */
  const open = async (next: readonly NextRow[]): Promise<unknown> => {
    if (periods === undefined || next.length === 0) return undefined;
    const terms = termsOf(plan, next, periods);
    await assertPayable(terms);
    addTypedNames(next.flatMap(({ row: { recipient, label: name } }) => (name === null ? [] : [{ recipient, name }])));
    const { id } = await weir.plans.create(terms, wallet);
    const stored = new Set(next.map(({ row }) => row.id));
    changeDraft({ amounts: Object.fromEntries(Object.entries(amounts).filter(([row]) => !stored.has(row))) });
    if (vaultId !== null) {
      const proposal = await weir.vaults.at(vaultId).proposeFunding({ planId: id }, wallet);
      await navigate({ to: '/proposals/$id', params: { id: proposal.id } });
      return LEAVING;
    }
    setOpened(id);
    const { isDone } = await funds.run('fund', wallet, (signer, options) => weir.plans.at(id).fund(signer, options), {
      recordId: id,
    });
    if (!isDone) return undefined;
    await navigate({ to: '/plans/$id', params: { id } });
    return LEAVING;
  };
  const run = async (): Promise<unknown> => {
    if (periods === undefined) return undefined;
    // By the chain's time now: the page may have been open for days.
    const [first] = changed;
    if (first === undefined) return undefined;
    const { as_of: asOf } = (await weir.payments.at(first.row.id).get()).payment;
    const stops = changed.flatMap(({ row, amount }) => {
      const change = changeOfRow(plan, row, asOf);
      if (canChange(change)) return [{ row, amount, firstNew: change.firstNew, change }];
      if (change.problem === 'SOON') throw new TooLateToChange(change.at);
      return [];
    });
    await assertPayable(termsOf(plan, stops, periods));
    const ids = stops.map(({ row }) => row.id);
    if (vaultId !== null) {
      const proposal = await weir.vaults.at(vaultId).proposeMove('cancel', { paymentIds: ids }, wallet);
      await navigate({ to: '/proposals/$id', params: { id: proposal.id } });
      return LEAVING;
    }
    const left = new Set<string>();
    const { isDone } = await cancels.run(
      'cancel',
      wallet,
      async (signer, options) => {
        const inTime = sentInTime(options, {
          changes: stops.map(({ change }) => change),
          asOf,
          readTime: async () => (await weir.payments.at(first.row.id).get()).payment.as_of,
        });
        const moved = await weir.plans.at(plan.id).cancel(ids, signer, inTime);
        for (const one of moved.leftOut) left.add(one.id);
        return moved;
      },
      { recordId: plan.id },
    );
    if (!isDone) return undefined;
    // Who keeps the old salary gets no new one beside it; where the old one may still pay the next payday, it waits.
    const now = await read(ids.filter((id) => !left.has(id)));
    await client.invalidateQueries({ queryKey: ['record', plan.id] });
    return open(
      stops.flatMap(({ row, amount }): NextRow[] => {
        const payment = now.get(row.id);
        const follow = payment && followUpOf(cancelledOf(payment), payment.as_of, height);
        return follow !== undefined && 'firstNew' in follow ? [{ row, amount, firstNew: follow.firstNew }] : [];
      }),
    );
  };
  if (opened !== undefined)
    return (
      <Card title={t('The old salaries are cancelled')}>
        <p>{t('Fund the new ones: until then nobody is paid from the next payday on.')}</p>
        <ActionState state={funds.state} />
        {task.error !== undefined && <Failed error={task.error} />}
        <Link to="/plans/$id" params={{ id: opened }} className={buttonClass('main')}>
          {t('Open the new salaries')}
        </Link>
      </Card>
    );
  const first = page * SHOWN;
  const state = (
    <>
      {task.isRunning && cancels.state.phase === 'idle' && (
        <Waiting what={t('Checking every row, and storing the list…')} on="task" />
      )}
      <ActionState state={cancels.state} />
      {task.error !== undefined && <Failed error={task.error} />}
    </>
  );
  return (
    <>
      {ended.length > 0 && (
        <Card title={t('The old salaries are cancelled')}>
          <ul aria-label={t('New salaries')}>
            {ended.map(({ row, amount, follow }) => (
              <li key={row.id}>
                <strong>
                  <bdi>{nameOf(row)}</bdi>
                </strong>
                {': '}
                {'firstNew' in follow &&
                  rich('{new} from {first} on.', {
                    new: <Amount base={amount} of={plan} />,
                    first: <Time at={follow.firstNew} />,
                  })}
                {'problem' in follow && follow.problem === 'WAITS' && waitsText(follow.at)}
                {'problem' in follow &&
                  follow.problem !== 'WAITS' &&
                  t('It was paused when it was cancelled, so no payday follows from it. Create a new payment instead.')}
              </li>
            ))}
          </ul>
          {ready.length > 0 && (
            <Button
              look="main"
              disabled={periods === undefined || task.isRunning}
              onClick={() => void task.run(() => open(ready))}
            >
              {vaultId === null
                ? plural(ready.length, { one: 'Fund {count} new salary', other: 'Fund {count} new salaries' })
                : plural(ready.length, { one: 'Propose {count} new salary', other: 'Propose {count} new salaries' })}
            </Button>
          )}
          {state}
        </Card>
      )}
      <PeopleColumns
        jump={
          changed.length === 0
            ? undefined
            : plural(changed.length, {
                one: 'See what {count} change does',
                other: 'See what {count} changes do',
              })
        }
        people={
          <Card title={t('New amounts')}>
            <div className={styles['head']} aria-hidden="true">
              <span>{t('Person')}</span>
              <span>{t('Per payday, {unit}', { unit: unitOf(plan) })}</span>
            </div>
            <ol>
              {rows.slice(first, first + SHOWN).map((row) => {
                const outcome = changeOfRow(plan, row, now);
                return (
                  <li key={row.id} className={styles['row']}>
                    <span className={styles['who']}>
                      <span>
                        <bdi>{nameOf(row)}</bdi>{' '}
                        {nameOf(row) !== shortAddress(row.recipient) && (
                          <span className={styles['address']}>{shortAddress(row.recipient)}</span>
                        )}
                      </span>
                    </span>
                    {canChange(outcome) ? (
                      <AmountField
                        {...unit}
                        label={t('Per payday, {unit}', { unit: unitOf(plan) })}
                        value={typedOf(row)}
                        onChange={(amount) => changeDraft({ amounts: { ...amounts, [row.id]: amount } })}
                        error={positiveFault(typedOf(row), unit)}
                      />
                    ) : (
                      <span>{noChangeText(outcome)}</span>
                    )}
                  </li>
                );
              })}
            </ol>
            <RowsPager first={first} size={SHOWN} count={rows.length} onPage={setPage} />
          </Card>
        }
        outcome={
          <Card title={t('What changes')}>
            <PaydaysField
              label={t('Paydays that you fund now')}
              value={paydays}
              onChange={(number) => changeDraft({ paydays: number })}
            />
            {changed.length === 0 ? (
              <p>{t('Change an amount to see who is paid what until when.')}</p>
            ) : (
              <ul aria-label={t('What changes')}>
                {changed.slice(0, SHOWN).map(({ row, change, amount }) => (
                  <li key={row.id}>
                    <strong>
                      <bdi>{nameOf(row)}</bdi>
                    </strong>
                    {': '}
                    <PaidUntil change={change} before={row.amount_per_period_base ?? 0n} after={amount} of={plan} />
                  </li>
                ))}
              </ul>
            )}
            <Facts
              facts={[
                [
                  t('For the new paydays'),
                  periods !== undefined && changed.length > 0 && (
                    <Amount key="n" base={sum(({ amount }) => amount * BigInt(periods))} of={plan} />
                  ),
                ],
                [
                  vaultId === null
                    ? t('Returns to you after the notice')
                    : t('Returns to the treasury after the notice'),
                  changed.length > 0 && <Amount key="r" base={sum(({ change }) => change.returns)} of={plan} />,
                ],
                [t('Cancel notice'), noticeText(plan.cancel_notice_blocks)],
                [
                  t('Sign the cancel by'),
                  changed.length > 0 && <Time key="s" at={Math.min(...changed.map(({ change }) => change.sendBy))} />,
                ],
              ]}
            />
            {vaultId === null ? (
              <Caution title={t('Two signatures')}>
                {t(
                  'The first cancels the old salaries: their claimable amounts are paid at once. The second funds the new ones.',
                )}
              </Caution>
            ) : (
              <Caution title={t('Two proposals')}>
                {t(
                  'The first cancels the old salaries. When two signers have signed it, open this page again to propose the new ones. If they sign late, the old salaries pay one more payday. The new ones start after it.',
                )}
              </Caution>
            )}
            {changed.length > CHANGED_AT_ONCE && (
              <p role="alert">{t('Change at most {most} salaries at once.', { most: CHANGED_AT_ONCE })}</p>
            )}
            <ConfirmDialog
              label={
                vaultId === null
                  ? plural(changed.length, { one: 'Change {count} salary', other: 'Change {count} salaries' })
                  : plural(changed.length, {
                      one: 'Propose to cancel {count} old salary',
                      other: 'Propose to cancel {count} old salaries',
                    })
              }
              title={plural(changed.length, { one: 'Change {count} salary?', other: 'Change {count} salaries?' })}
              confirm={t('Change them')}
              disabled={!isReady || task.isRunning}
              onConfirm={() => void task.run(run)}
            >
              <p>{t('The cancel cannot be undone. The first new payday is the one after the last old one.')}</p>
            </ConfirmDialog>
            {ended.length === 0 && state}
          </Card>
        }
      />
    </>
  );
};

const route = getRouteApi('/plans/$id/change');

/** Page that changes salaries: the old ones are cancelled, and new ones pay from the next payday on. */
const ChangePlanPage = () => {
  const { id } = route.useParams();
  return (
    <PeoplePage title={t('Change salaries')} id={id}>
      {(people) => <People {...people} />}
    </PeoplePage>
  );
};

export default ChangePlanPage;
