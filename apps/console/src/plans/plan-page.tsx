import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan, Wallet } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { signIns } from '../api/sign-ins.js';
import { isScriptAddress } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { planKindText, planTitle } from '../kinds/plan-words.js';
import { plural, t } from '../language/text.js';
import { calendarText } from '../payments/paydays-text.js';
import { Loaded } from '../records/loaded.js';
import { moveFact } from '../records/pending-move.js';
import { type MoneyPart, RecordMoney } from '../records/record-money.js';
import { RecordPage } from '../records/record-page.js';
import { vaultFact } from '../records/term-facts.js';
import { sameRecord } from '../records/use-record.js';
import { ProposeBar } from '../treasury/propose-bar.js';
import { movesOfPlan, offersOf } from '../treasury/vault-moves.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Facts, Progress, Part } from '../ui/card.js';
import { Row } from '../ui/layout.js';
import { Skeleton } from '../ui/skeleton.js';
import { Address, Amount, Time } from '../ui/values.js';
import { ProveButton, WalletButton } from '../wallet/wallet-button.js';
import { owns, useIsReconnecting, useRole } from '../wallet/wallet-store.js';
import { planChoicesOf } from './plan-choices.js';
import styles from './plan-form.module.css';
import { PlanPaydays } from './plan-paydays.js';
import { moneyOf } from './plan-rows.js';
import { PlanStreams, READ_AT_ONCE, usePlanRows } from './plan-streams.js';
import { readPlan, usePlanReader } from './read-plan.js';

const PERCENT = 100;

/** Says how the grants of a plan vest that have dates of the calendar; false of others. */
const vestsText = ({ schedule }: Plan): string | false => {
  if (schedule === 'INSTALLMENTS') return t('On days of the month');
  return schedule === 'TRANCHES' && t('On dates of their own');
};

/** Shows what the user can do with a plan as a whole: fund the parts that are left, or propose to its vault. */
const PlanActions = ({ plan }: { readonly plan: Plan }) => {
  const { weir } = useServices();
  const { connected, requiresSignIn } = usePlanReader();
  // Shown again with each sign-in.
  signIns.use();
  const client = useQueryClient();
  const { id, parts, parts_funded: funded, vault_id: vaultId } = plan;
  const verb = useVerb('plan', id);
  const [part, setPart] = useState<number>();
  const isSender = owns(connected, plan.sender);
  const isPartHidden = isScriptAddress(plan.sender)
    ? vaultId === null
    : isSender && requiresSignIn && !weir.isSignedIn(connected.address);
  const choices = planChoicesOf(plan, { isSender });
  const fund = (wallet: Wallet): Promise<unknown> =>
    verb.run('fund', wallet, (signer, { onProgress, ...options }) =>
      weir.plans.at(id).fund(signer, {
        ...options,
        onProgress: (progress) => {
          onProgress?.(progress);
          setPart(progress.part);
          // Each funded part shows at once.
          if (progress.step === 'done') void client.invalidateQueries({ queryKey: ['record', id] });
        },
      }),
    );
  return (
    <Part title={t('Next step')}>
      <p>{choices.meaning}</p>
      {parts > 1 && funded < parts && (
        <Progress
          percent={(funded / parts) * PERCENT}
          what={t('{funded} of {parts} parts funded', { funded, parts })}
        />
      )}
      {connected === undefined && plan.status === 'PENDING' && <WalletButton />}
      {choices.canFund && connected !== undefined && (
        <Button look="main" disabled={verb.isRunning} onClick={() => void fund(connected.wallet)}>
          {funded === 0 ? t('Fund it') : t('Fund the rest')}
        </Button>
      )}
      {(choices.canRenew || choices.canChange) && (
        <Row gap={10}>
          {choices.canRenew && (
            <Link to="/plans/$id/renew" params={{ id }} className={buttonClass('plain')}>
              {t('Renew it')}
            </Link>
          )}
          {choices.canChange && (
            <Link to="/plans/$id/change" params={{ id }} className={buttonClass('plain')}>
              {t('Change salaries')}
            </Link>
          )}
        </Row>
      )}
      {vaultId !== null && connected !== undefined && (
        <ProposeBar vaultId={vaultId} offers={offersOf(movesOfPlan(plan), { planId: id }, t('all of it'))} />
      )}
      {vaultId !== null && connected !== undefined && plan.status === 'ACTIVE' && (
        <p className={styles['hint']}>
          {t('One proposal covers as many records as one transaction can move. The rest needs another proposal.')}
        </p>
      )}
      {verb.isRunning && parts > 1 && part !== undefined && <p>{t('Part {part} of {parts}', { part, parts })}</p>}
      <ActionState state={verb.state} />
      {isPartHidden && <ProveButton id={id} label={t('Show details that only the sender sees')} />}
    </Part>
  );
};

/** Shows what a plan pays in all and, of a list that is read at once, how much of it is paid, claimable and locked. */
const PlanMoney = ({ plan }: { readonly plan: Plan }) => {
  const { rows = [], readMore, isPending } = usePlanRows(plan, false);
  const isWhole = !isPending && readMore === undefined && rows.length === plan.streams;
  const { paid, claimable, locked, returned, unfunded } = moneyOf(isWhole ? rows : []);
  const partOf = (name: string, base: bigint, state: MoneyPart['state']): MoneyPart => ({
    name,
    base,
    state,
    value: isWhole ? <Amount base={base} of={plan} /> : <Skeleton />,
  });
  const hasParts = plan.status !== 'PENDING' && plan.streams <= READ_AT_ONCE;
  return (
    <RecordMoney
      name={plan.status === 'PENDING' ? t('Total, not funded yet') : t('Total')}
      amount={{ base: plan.total_amount_base, of: plan }}
      parts={
        hasParts
          ? [
              partOf(t('Paid'), paid, 'paid'),
              partOf(t('Claimable'), claimable, 'free'),
              partOf(t('Locked'), locked, 'locked'),
              // Few plans have these.
              ...(returned > 0n ? [partOf(t('Returned'), returned, 'locked')] : []),
              ...(unfunded > 0n ? [partOf(t('Not funded'), unfunded, 'locked')] : []),
            ]
          : []
      }
      note={plural(plan.streams, { one: '{count} person', other: '{count} people' })}
    />
  );
};

const route = getRouteApi('/plans/$id');

const View = ({ plan }: { readonly plan: Plan }) => {
  const { id } = plan;
  const isMine = useRole();
  return (
    <RecordPage
      id={id}
      kind={planKindText(plan.product)}
      displayId={plan.plan_id}
      title={plan.description ?? planTitle(plan)}
      status={plan.status}
      money={<PlanMoney plan={plan} />}
      onChain={{ category: plan.token_category }}
      actions={<PlanActions plan={plan} />}
      side={
        <Card title={t('Terms')}>
          <Facts
            facts={[
              [t('Parts funded'), plan.parts > 1 && t('{done} of {all}', { done: plan.parts_funded, all: plan.parts })],
              [t('Paid'), plan.calendar !== null && calendarText(plan.calendar)],
              [t('Vests'), vestsText(plan)],
              vaultFact(plan.vault_id),
              [t('Sender'), <Address key="s" address={plan.sender} mine={isMine(plan.sender)} />],
              [
                t('Can be cancelled'),
                plan.cancelable
                  ? t('With a notice of {duration}', { duration: noticeText(plan.cancel_notice_blocks) })
                  : plan.product === 'lock'
                    ? t('By nobody')
                    : t('No'),
              ],
              [t('Can be paused'), plan.product !== 'lock' && (plan.pausable ? t('By the sender') : t('No'))],
              moveFact(plan),
              [t('Created'), <Time key="c" at={plan.created_at} />],
            ]}
          />
        </Card>
      }
    >
      {plan.product !== 'vesting' && <PlanPaydays plan={plan} />}
      <PlanStreams plan={plan} />
    </RecordPage>
  );
};

/** Page of a plan: many streams or payments of one sender. */
const PlanPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const reader = usePlanReader();
  const { connected, requiresSignIn } = reader;
  const query = useQuery({
    queryKey: ['record', id, 'plan', connected?.address, requiresSignIn],
    queryFn: ({ signal }) => readPlan(weir, id, reader, signal),
    placeholderData: sameRecord(id),
    // What its sender sees has other parts, and would move them.
    enabled: !useIsReconnecting(),
  });
  return (
    <Loaded query={query} kind="plan">
      {({ plan }) => <View plan={plan} />}
    </Loaded>
  );
};

export default PlanPage;
