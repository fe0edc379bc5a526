import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { PaymentDetail, PaymentTerms, Weir } from '@weir/client';
import { FUNDED_PERIODS, MAX_PAGE_ROWS } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState, ConfirmDialog } from '../actions/verb-bar.js';
import { useInfo, useServices } from '../api/services.js';
import { TooLateToChange } from '../failures/too-late-to-change.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { isScriptAddress, shortAddress } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { recordCosts } from '../forms/cost-lines.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { assertAffordable, assertTreasuryPays } from '../forms/use-balance.js';
import { plural, t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { Loaded } from '../records/loaded.js';
import { useRecord } from '../records/use-record.js';
import { readHoldings } from '../treasury/payer-holdings.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { LEAVING, usePageTitle, useTask } from '../ui/hooks.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount, Time, Title } from '../ui/values.js';
import { ProveButton, WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, owns, useWallet } from '../wallet/wallet-store.js';
import { canChange, changeOf, followUpOf } from './change-salary.js';
import { isInterval } from './intervals.js';
import { paydayFrom, requestedCalendar } from './pace.js';
import { noChangeText, PaidUntil, waitsText } from './paid-until.js';
import { PaydaysField, paydaysOf } from './paydays-field.js';
import { calendarText } from './paydays-text.js';
import { cancelledOf, paceOf, salaryOf } from './salary-record.js';
import { sentInTime } from './sent-in-time.js';

type Payment = PaymentDetail['payment'];

/** What a new salary pays. */
interface NewSalary {
  readonly amount: bigint;
  readonly periods: number;
}

/** The terms of the salary that goes on where another one ends, paid by the same wallet or treasury. */
const termsOf = (old: Payment, { amount, periods }: NewSalary, startDate: number): PaymentTerms => ({
  recipient: old.recipient,
  ...(old.recipient_name !== null && { recipientName: old.recipient_name }),
  amountPerPeriod: amount,
  tokenType: old.token_type,
  ...(old.token_category !== null && { tokenCategory: old.token_category }),
  ...(old.calendar === null
    ? isInterval(old.interval) && { interval: old.interval }
    : { calendar: requestedCalendar(old.calendar) }),
  startDate,
  ...(periods < FUNDED_PERIODS && { endDate: paydayFrom(paceOf(old), startDate, periods - 1) }),
  cancelable: old.cancelable,
  pausable: old.pausable,
  cancelNoticeBlocks: old.cancel_notice_blocks,
  ...(old.vault_id === null ? { sender: old.sender } : { vaultId: old.vault_id }),
});

/** Refuses what the payer cannot pay, before anything is cancelled or stored. */
const assertPayable = async (weir: Weir, { wallet }: ConnectedWallet, old: Payment, terms: PaymentTerms) => {
  const { payment, funding } = await weir.payments.preview(terms, wallet);
  const what = plural(payment.periods_funded, { one: 'One payday', other: '{count} paydays' });
  const costs = recordCosts(what, payment, payment.total_amount_base, funding);
  if (old.vault_id === null) await assertAffordable(weir, wallet, costs);
  else assertTreasuryPays(costs, await readHoldings(weir, old.vault_id, wallet));
};

/** Finds the salary that follows a cancelled one already: to the same recipient, from its first unpaid payday on. */
const useFollower = ({ id, sender, recipient, token_category: category, unpaid_from: from }: Payment) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', id, 'follower', from],
    enabled: from !== null,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const { payments } = await weir.payments.page({ sender, recipient, limit: MAX_PAGE_ROWS }, { signal });
      const isOpen = (one: (typeof payments)[number]): boolean =>
        one.status !== 'CANCELLED' && (one.expires_at === null || one.expires_at * 1_000 > Date.now());
      return (
        payments.find(
          (one) => one.id !== id && one.start_date === from && one.token_category === category && isOpen(one),
        )?.id ?? null
      );
    },
  });
};

interface FormProps {
  readonly payment: Payment;
  readonly connected: ConnectedWallet;
}

/** What is typed of the new salary, in any step. */
const useNewSalary = (payment: Payment) => {
  const decimals = decimalsOf(payment);
  const unit = { decimals, unit: unitOf(payment) };
  const before = asTyped(plainText(payment.amount_per_period_base, decimals));
  // Signers of a treasury may take days between the cancel and the new salary: it outlives its tab.
  const { draft, change, forget } = useKeptDraft(`change-${payment.id}`, {
    amount: before,
    paydays: String(FUNDED_PERIODS),
  });
  const { amount, paydays } = draft;
  const base = typedBase(amount, decimals);
  const periods = paydaysOf(paydays);
  const fault = positiveFault(amount, unit);
  return {
    salary: base === undefined || fault !== undefined || periods === undefined ? undefined : { amount: base, periods },
    forget,
    fields: (
      <>
        <AmountField
          {...unit}
          label={t('Per payday, {unit}', { unit: unitOf(payment) })}
          value={amount}
          onChange={(typed) => change({ amount: typed })}
          error={fault}
        />
        <PaydaysField
          label={t('Paydays that you fund now')}
          value={paydays}
          onChange={(number) => change({ paydays: number })}
        />
      </>
    ),
  };
};

/** Changes a salary, or opens the one that follows a cancelled one. */
const ChangeForm = ({ payment, connected }: FormProps) => {
  const { id, vault_id: vaultId, cancel_notice_blocks: blocks } = payment;
  const { weir } = useServices();
  const { wallet } = connected;
  const navigate = useNavigate();
  const client = useQueryClient();
  const height = useInfo().data?.chain?.height;
  const { salary, forget, fields } = useNewSalary(payment);
  const task = useTask();
  const cancels = useVerb('payment', id);
  const funds = useVerb('payment');
  const follower = useFollower(payment);
  const change = changeOf(salaryOf(payment), payment.as_of, blocks);
  const follow = followUpOf(cancelledOf(payment), payment.as_of, height);
  const read = async (): Promise<Payment> => (await weir.payments.at(id).get({ wallet })).payment;

  /** Stores the new salary, and has its payer fund it. */
  const open = async (terms: PaymentTerms): Promise<unknown> => {
    await assertPayable(weir, connected, payment, terms);
    const { id: next } = await weir.payments.create(terms, wallet);
    forget();
    if (vaultId === null) {
      await funds.run('fund', wallet, (signer, options) => weir.payments.at(next).fund(signer, options), {
        recordId: next,
      });
      // Where it was declined it waits there: its first payday is certain by now.
      await navigate({ to: '/payments/$id', params: { id: next } });
    } else {
      const proposal = await weir.vaults.at(vaultId).proposeFunding({ paymentIds: [next] }, wallet);
      await navigate({ to: '/proposals/$id', params: { id: proposal.id } });
    }
    return LEAVING;
  };
  const cancel = async (): Promise<unknown> => {
    if (salary === undefined) return undefined;
    const now = await read();
    const changed = changeOf(salaryOf(now), now.as_of, blocks);
    if (!canChange(changed)) {
      await client.invalidateQueries({ queryKey: ['record', id] });
      if (changed.problem === 'SOON') throw new TooLateToChange(changed.at);
      return undefined;
    }
    await assertPayable(weir, connected, now, termsOf(now, salary, changed.firstNew));
    if (vaultId !== null) {
      const proposal = await weir.vaults.at(vaultId).proposeMove('cancel', { paymentIds: [id] }, wallet);
      await navigate({ to: '/proposals/$id', params: { id: proposal.id } });
      return LEAVING;
    }
    const { isDone } = await cancels.run('cancel', wallet, (signer, options) =>
      weir.payments.at(id).cancel(
        signer,
        sentInTime(options, {
          changes: [changed],
          asOf: now.as_of,
          readTime: async () => (await read()).as_of,
        }),
      ),
    );
    if (!isDone) return undefined;
    const ended = await read();
    const next = followUpOf(cancelledOf(ended), ended.as_of, height);
    // Else the page says what it waits for.
    return 'firstNew' in next ? open(termsOf(ended, salary, next.firstNew)) : undefined;
  };
  const isRunning = task.isRunning || follower.isLoading;
  const state = (
    <>
      {task.isRunning && cancels.state.phase === 'idle' && funds.state.phase === 'idle' && (
        <Waiting what={t('Checking the new salary…')} on="task" />
      )}
      {funds.state.phase === 'idle' && <ActionState state={cancels.state} />}
      <ActionState state={funds.state} />
      {task.error !== undefined && <Failed error={task.error} />}
      {follower.error !== null && follower.data === undefined && (
        <Failed error={follower.error} retry={() => void follower.refetch()} />
      )}
    </>
  );

  if (payment.status !== 'CANCELLED') {
    if (!canChange(change))
      return (
        <Card title={t('New amount')}>
          <p>{noChangeText(change)}</p>
          {state}
        </Card>
      );
    const isOther = salary !== undefined && salary.amount !== payment.amount_per_period_base;
    return (
      <Card title={t('New amount')}>
        {fields}
        {isOther && (
          <p>
            <PaidUntil change={change} before={payment.amount_per_period_base} after={salary.amount} of={payment} />
          </p>
        )}
        <Facts
          facts={[
            [
              t('For the new paydays'),
              isOther && <Amount key="n" base={salary.amount * BigInt(salary.periods)} of={payment} />,
            ],
            [
              vaultId === null ? t('Returns to you after the notice') : t('Returns to the treasury after the notice'),
              <Amount key="r" base={change.returns} of={payment} />,
            ],
            [t('Paid'), payment.calendar !== null && calendarText(payment.calendar)],
            [t('Cancel notice'), noticeText(blocks)],
            [t('Sign the cancel by'), <Time key="s" at={change.sendBy} />],
          ]}
        />
        {vaultId === null ? (
          <Caution title={t('Two signatures')}>
            {t('The first cancels the old salary: its claimable amount is paid at once. The second funds the new one.')}
          </Caution>
        ) : (
          <Caution title={t('Two proposals')}>
            {t(
              'The first cancels the old salary. When two signers have signed it, open this page again to propose the new one. If they sign late, the old salary pays one more payday. The new one starts after it.',
            )}
          </Caution>
        )}
        <ConfirmDialog
          label={vaultId === null ? t('Change the salary') : t('Propose to cancel the old salary')}
          title={t('Change this salary?')}
          confirm={t('Change it')}
          disabled={!isOther || isRunning}
          onConfirm={() => void task.run(cancel)}
        >
          <p>{t('The cancel cannot be undone. The first new payday is the one after the last old one.')}</p>
        </ConfirmDialog>
        {state}
      </Card>
    );
  }
  if (typeof follower.data === 'string')
    return (
      <Card title={t('The new salary')}>
        <p>{t('A new salary starts where this one ended.')}</p>
        <Link to="/payments/$id" params={{ id: follower.data }} className={buttonClass('main')}>
          {t('Open the new salary')}
        </Link>
      </Card>
    );
  return (
    <Card title={t('The new salary')}>
      {'firstNew' in follow ? (
        <>
          {fields}
          <Facts
            facts={[
              [t('First new payday'), <Time key="f" at={follow.firstNew} />],
              [
                t('For the new paydays'),
                salary !== undefined && <Amount key="n" base={salary.amount * BigInt(salary.periods)} of={payment} />,
              ],
            ]}
          />
          <p>{t('No payday is lost or paid twice.')}</p>
          <Button
            look="main"
            disabled={salary === undefined || isRunning}
            onClick={() => void task.run(async () => salary && open(termsOf(payment, salary, follow.firstNew)))}
          >
            {vaultId === null ? t('Create and fund the new salary') : t('Propose the new salary')}
          </Button>
        </>
      ) : (
        <p>
          {follow.problem === 'WAITS'
            ? waitsText(follow.at)
            : t('It was paused when it was cancelled, so no payday follows from it. Create a new payment instead.')}
        </p>
      )}
      {state}
    </Card>
  );
};

const route = getRouteApi('/payments/$id/change');

const View = ({ payment }: { readonly payment: Payment }) => {
  usePageTitle(t('Change a salary'));
  const connected = useWallet();
  const name = usePartyName(payment.recipient);
  const isPayer = isScriptAddress(payment.sender) ? payment.vault_id !== null : owns(connected, payment.sender);
  return (
    <>
      <p>
        <Link to="/payments/$id" params={{ id: payment.id }}>
          <Title
            text={payment.recipient_name ?? t('Salary for {name}', { name: name ?? shortAddress(payment.recipient) })}
          />
        </Link>
      </p>
      {connected === undefined || !isPayer ? (
        <Empty title={t('Connect the wallet that pays')}>
          {connected === undefined ? (
            <WalletButton />
          ) : (
            <>
              <p>{t('Only its sender, or a member of its treasury, can change a salary.')}</p>
              {isScriptAddress(payment.sender) && (
                <ProveButton id={payment.id} label={t('I am a member of that treasury')} />
              )}
            </>
          )}
        </Empty>
      ) : (
        <ChangeForm payment={payment} connected={connected} />
      )}
    </>
  );
};

/** Page that changes one salary: the old one is cancelled, and a new one pays from its first unpaid payday on. */
const ChangePaymentPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'payment', (weir, options) => weir.payments.at(id).get(options));
  return (
    <>
      <h1>{t('Change a salary')}</h1>
      <Loaded isPart query={query} kind="payment">
        {({ payment }) => <View payment={payment} />}
      </Loaded>
    </>
  );
};

export default ChangePaymentPage;
