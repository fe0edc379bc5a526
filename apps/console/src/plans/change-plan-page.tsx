import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan, PlanStream, PlanTerms } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState, ConfirmDialog } from '../actions/verb-bar.js';
import { useNow, useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { noticeText, timeText } from '../format/time.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { planCosts } from '../forms/cost-lines.js';
import { assertAffordable } from '../forms/use-balance.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { addTypedNames } from '../names/plan-names.js';
import { PaydaysField, paydaysOf } from '../payments/paydays-field.js';
import { useKeptState } from '../storage/kept-state.js';
import { buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { useTask } from '../ui/hooks.js';
import { RowsPager } from '../ui/rows-pager.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { canChange, changeOf, type NoChange, type SalaryChange } from './change-salary.js';
import { PeoplePage, type PeopleProps } from './people-page.js';
import styles from './renew-plan-page.module.css';

/** How many people are in the document at once. */
const SHOWN = 50;
/** Most people that one change names: one signature cancels no more of a plan. */
const CHANGED_AT_ONCE = 50;

const problemText = (problem: NoChange): string => {
  if (problem.problem === 'SOON')
    return t('The payday on {when} is too close: change this salary after it.', { when: timeText(problem.at) });
  return problem.problem === 'ENDED'
    ? t('All paydays are paid or due: renew this salary instead.')
    : t('Only an active salary can be changed.');
};

interface ChangedRow {
  readonly row: PlanStream;
  readonly change: SalaryChange;
  readonly amount: bigint;
}

/** The terms of the plan that pays the changed salaries from their next paydays on. */
const termsOf = (plan: Plan, rows: readonly ChangedRow[], periods: number): PlanTerms => ({
  product: 'recurring',
  sender: plan.sender,
  tokenType: plan.token_type,
  ...(plan.token_category !== null && { tokenCategory: plan.token_category }),
  ...(plan.description !== null && { description: plan.description }),
  cancelable: plan.cancelable,
  pausable: plan.pausable,
  cancelNoticeBlocks: plan.cancel_notice_blocks,
  cancelFills: plan.cancel_fills,
  streams: rows.map(({ row, change: { firstNew }, amount }) => ({
    recipient: row.recipient,
    amount,
    start: firstNew,
    ...(row.interval !== null && { interval: row.interval }),
    ...(periods < FUNDED_PERIODS && { end: firstNew + (periods - 1) * (row.step ?? 0) }),
    ...(row.label !== null && { label: row.label }),
  })),
});

const People = ({ plan, rows, connected }: PeopleProps) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const client = useQueryClient();
  const contacts = useContacts();
  const now = useNow();
  const decimals = decimalsOf(plan);
  const unit = { decimals, unit: unitOf(plan) };
  const [amounts, setAmounts, forgetAmounts] = useKeptState<Readonly<Record<string, string>>>('amounts', {});
  const [paydays, setPaydays, forgetPaydays] = useKeptState('paydays', String(FUNDED_PERIODS));
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string>();
  const task = useTask();
  const cancels = useVerb('plan');
  const funds = useVerb('plan');
  const periods = paydaysOf(paydays);
  const nameOf = ({ label, recipient }: PlanStream): string =>
    label ?? nameAmong(contacts, recipient) ?? shortAddress(recipient);
  const outcomeOf = (row: PlanStream) => {
    const each = row.amount_per_period_base ?? 0n;
    return changeOf(
      {
        status: row.status,
        amountPerPeriod: each,
        intervalSeconds: row.step ?? 0,
        periods: row.periods ?? 0,
        paid: each === 0n ? 0 : Number(row.withdrawn_amount_base / each),
        nextDue: row.next_payment_date,
      },
      now,
      plan.cancel_notice_blocks,
    );
  };
  const before = ({ amount_per_period_base: each }: PlanStream): string => asTyped(plainText(each ?? 0n, decimals));
  const typedOf = (row: PlanStream): string => amounts[row.id] ?? before(row);
  const changed = rows.flatMap((row): ChangedRow[] => {
    const change = outcomeOf(row);
    const amount = typedBase(typedOf(row), decimals);
    const isOther = amount !== undefined && amount > 0n && amount !== row.amount_per_period_base;
    return canChange(change) && isOther ? [{ row, change, amount }] : [];
  });
  const sum = (amountOf: (one: ChangedRow) => bigint): bigint => changed.reduce((all, one) => all + amountOf(one), 0n);
  const isReady = periods !== undefined && changed.length > 0 && changed.length <= CHANGED_AT_ONCE;
  const run = async (): Promise<void> => {
    if (periods === undefined) return;
    const { wallet } = connected;
    const terms = termsOf(plan, changed, periods);
    // Everything that can be refused is refused before anything is cancelled.
    await assertAffordable(weir, wallet, planCosts(await weir.plans.preview(terms, wallet)));
    addTypedNames(
      changed.flatMap(({ row: { recipient, label: name } }) => (name === null ? [] : [{ recipient, name }])),
    );
    const next = await weir.plans.create(terms, wallet);
    const left = new Set<string>();
    const { isDone, isSigned } = await cancels.run(
      'cancel',
      wallet,
      async (signer, options) => {
        const moved = await weir.plans.at(plan.id).cancel(
          changed.map(({ row }) => row.id),
          signer,
          options,
        );
        for (const { id } of moved.leftOut) left.add(id);
        return moved;
      },
      { recordId: plan.id },
    );
    if (!isDone && !isSigned) {
      // Nothing has changed: a second salary that waits for its funding would be paid beside the first.
      await weir.discard({ kind: 'plan', id: next.id }, wallet);
      return;
    }
    if (!isDone) return;
    forgetAmounts();
    forgetPaydays();
    setOpened(next.id);
    // Whose old salary goes on gets no new one beside it.
    const going = changed.filter(({ row }) => !left.has(row.id));
    if (left.size > 0) await weir.plans.at(next.id).setRecipients(termsOf(plan, going, periods).streams ?? [], wallet);
    const funded = await funds.run('fund', wallet, (signer, options) => weir.plans.at(next.id).fund(signer, options), {
      recordId: next.id,
    });
    await client.invalidateQueries({ queryKey: ['record', plan.id] });
    if (funded.isDone) await navigate({ to: '/plans/$id', params: { id: next.id } });
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
  return (
    <>
      <Card title={t('New amounts')}>
        <ol>
          {rows.slice(first, first + SHOWN).map((row) => {
            const outcome = outcomeOf(row);
            return (
              <li key={row.id} className={styles['row']}>
                <span className={styles['who']}>
                  <span>
                    <bdi>{nameOf(row)}</bdi> <span className={styles['address']}>{shortAddress(row.recipient)}</span>
                  </span>
                </span>
                {canChange(outcome) ? (
                  <AmountField
                    {...unit}
                    label={t('Per payday, {unit}', { unit: unitOf(plan) })}
                    value={typedOf(row)}
                    onChange={(amount) => setAmounts({ ...amounts, [row.id]: amount })}
                    error={positiveFault(typedOf(row), unit)}
                  />
                ) : (
                  <span>{problemText(outcome)}</span>
                )}
              </li>
            );
          })}
        </ol>
        <RowsPager first={first} size={SHOWN} count={rows.length} onPage={setPage} />
      </Card>
      <Card title={t('What changes')}>
        <PaydaysField label={t('Paydays that you fund now')} value={paydays} onChange={setPaydays} />
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
                {change.paidUntil === null
                  ? rich('{new} from {first} on. The old salary pays nothing.', {
                      new: <Amount base={amount} of={plan} />,
                      first: <Time at={change.firstNew} />,
                    })
                  : rich('{old} up to the payday on {last}, {new} from {first} on.', {
                      old: <Amount base={row.amount_per_period_base ?? 0n} of={plan} />,
                      last: <Time at={change.paidUntil} />,
                      new: <Amount base={amount} of={plan} />,
                      first: <Time at={change.firstNew} />,
                    })}
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
              t('Returns to you after the notice'),
              changed.length > 0 && <Amount key="r" base={sum(({ change }) => change.returns)} of={plan} />,
            ],
            [t('Cancel notice'), noticeText(plan.cancel_notice_blocks)],
          ]}
        />
        <Caution title={t('Two signatures')}>
          {t(
            'The first cancels the old salaries: their claimable amounts are paid at once. The second funds the new ones.',
          )}
        </Caution>
        {changed.length > CHANGED_AT_ONCE && (
          <p role="alert">{t('Change at most {most} salaries at once.', { most: CHANGED_AT_ONCE })}</p>
        )}
        <ConfirmDialog
          label={plural(changed.length, { one: 'Change {count} salary', other: 'Change {count} salaries' })}
          title={plural(changed.length, { one: 'Change {count} salary?', other: 'Change {count} salaries?' })}
          confirm={t('Change them')}
          disabled={!isReady || task.isRunning}
          onConfirm={() => void task.run(run)}
        >
          <p>{t('The cancel cannot be undone. Each new payday is one interval after the last old one.')}</p>
        </ConfirmDialog>
        {task.isRunning && cancels.state.phase === 'idle' && (
          <Waiting what={t('Checking every row, and storing the list…')} on="task" />
        )}
        <ActionState state={cancels.state} />
        {task.error !== undefined && <Failed error={task.error} />}
      </Card>
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
