import { Link, useNavigate } from '@tanstack/react-router';
import type { Wallet } from '@weir/client';
import { useServices } from '../api/services.js';
import { asTyped, type AssetOfRecord, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { positiveFault, typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { t } from '../language/text.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Failed } from '../ui/states.js';
import { PaydaysField, paydaysOf } from './paydays-field.js';

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
    /** Null where its periods are equally long. */
    readonly calendar: object | null;
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
      <p>
        {payment.calendar === null
          ? t('The first new payday is one interval after the last one that is funded.')
          : t('The first new payday is the next one after the last that is funded.')}
      </p>
      <AmountField
        {...unit}
        label={t('Per payday, {unit}', { unit: unitOf(payment) })}
        value={amount}
        onChange={setAmount}
        error={wrong}
      />
      <PaydaysField label={t('Paydays')} value={paydays} onChange={setPaydays} />
      <Button disabled={isRunning || wrong !== undefined || periods === undefined} onClick={() => void run(renew)}>
        {t('Renew it')}
      </Button>
      {error !== undefined && <Failed error={error} />}
    </Card>
  );
};
