import { Link, useNavigate } from '@tanstack/react-router';
import type { Wallet } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asTyped, type AssetOfRecord, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { t } from '../language/text.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, TextInput } from '../ui/field.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Failed } from '../ui/states.js';

/** Parses a number of paydays; undefined where one funding cannot pay as many. */
export const paydaysOf = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= FUNDED_PERIODS ? count : undefined;
};

/** Says that a payment is renewed with its plan, which pays it on. */
export const RenewedWithPlan = ({ planId }: { readonly planId: string }) => (
  <Card title={t('Continue paying')}>
    <p>{t('It belongs to a plan, and is renewed with the plan.')}</p>
    <Link to="/plans/$id" params={{ id: planId }} className={buttonClass('plain')}>
      {t('Open the plan')}
    </Link>
  </Card>
);

interface RenewPaymentProps {
  readonly payment: AssetOfRecord & {
    readonly id: string;
    readonly amount_per_period_base: bigint;
    readonly periods_funded: number;
  };
  readonly wallet: Wallet;
}

/** Lets the sender go on paying after the last payday: a payment whose first payday is one interval after it. */
export const RenewPayment = ({ payment, wallet }: RenewPaymentProps) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const decimals = decimalsOf(payment);
  const before = asTyped(plainText(payment.amount_per_period_base, decimals));
  const [amount, setAmount, forgetAmount] = useKeptState('amount', before);
  const [paydays, setPaydays, forgetPaydays] = useKeptState('paydays', String(payment.periods_funded));
  const { isRunning, error, run } = useTask();
  const unit = { decimals, unit: unitOf(payment) };
  const base = typedBase(amount, decimals);
  const wrong = positiveFault(amount, unit);
  const periods = paydaysOf(paydays);
  const renew = async (): Promise<unknown> => {
    const { record } = await weir.payments.at(payment.id).renew({ amountPerPeriod: base, periods }, wallet);
    forgetAmount();
    forgetPaydays();
    await navigate({ to: '/payments/$id', params: { id: record.id } });
    return LEAVING;
  };
  return (
    <Card title={t('Continue paying')}>
      <p>{t('The first new payday is one interval after the last one that is funded.')}</p>
      <AmountField
        {...unit}
        label={t('Per payday, {unit}', { unit: unitOf(payment) })}
        value={amount}
        onChange={setAmount}
        error={wrong}
      />
      <Field
        label={t('Paydays')}
        error={periods === undefined ? t('A number from 1 to {most}', { most: FUNDED_PERIODS }) : undefined}
      >
        <TextInput value={paydays} onChange={setPaydays} inputMode="numeric" />
      </Field>
      <Button disabled={isRunning || wrong !== undefined || periods === undefined} onClick={() => void run(renew)}>
        {t('Renew it')}
      </Button>
      {error !== undefined && <Failed error={error} />}
    </Card>
  );
};
