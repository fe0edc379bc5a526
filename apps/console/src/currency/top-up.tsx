import { type SubmitEvent, useState } from 'react';
import { BCH_DECIMALS } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { fieldErrors, showFirstProblem } from '../forms/problems.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { CodePicture } from '../ui/code-picture.js';
import { Stack } from '../ui/layout.js';
import { Address } from '../ui/values.js';
import { useWallet, type ConnectedWallet } from '../wallet/wallet-store.js';
import styles from './currency.module.css';

interface FormProps {
  readonly id: string;
  /** The smallest top-up, satoshis. */
  readonly least: bigint;
  readonly connected: ConnectedWallet;
}

/** Form by which any wallet adds money at once. */
const TopUpForm = ({ id, least, connected }: FormProps) => {
  const { weir } = useServices();
  const [amount, setAmount] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const verb = useVerb('currency', id);
  const unit = unitFor('BCH', BCH_DECIMALS);
  const base = typedBase(amount, unit.decimals) ?? 0n;
  const problem =
    positiveFault(amount, unit) ??
    (base < least ? t('At least {amount}', { amount: amountWithUnit(least, 'BCH') }) : undefined);
  const refused = verb.state.phase === 'failed' ? fieldErrors(verb.state.error)['amount'] : undefined;
  const shown = isSubmitted || amount.trim() !== '' ? problem : undefined;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (problem !== undefined) {
      showFirstProblem(event.currentTarget);
      return;
    }
    const { isDone } = await verb.run('topUp', connected.wallet, (wallet, options) =>
      weir.currencyPayments.at(id).topUp(base, wallet, options),
    );
    if (!isDone) return;
    setSubmitted(false);
    setAmount('');
  };
  return (
    <Stack as="form" gap={12} onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
      <AmountField
        {...unit}
        label={t('Top up from this wallet, BCH')}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          verb.reset();
        }}
        error={shown ?? refused}
        placeholder="0.00"
        required
      />
      <div>
        <Button type="submit" disabled={verb.isRunning}>
          {t('Top up')}
        </Button>
      </div>
      <ActionState state={verb.state} />
    </Stack>
  );
};

interface TopUpProps {
  readonly id: string;
  readonly address: string;
  /** The smallest top-up, satoshis. */
  readonly least: bigint;
}

/** Shows the address to which anybody sends BCH for a payment, as a code and in words, and a form for the wallet. */
export const TopUp = ({ id, address, least }: TopUpProps) => {
  const connected = useWallet();
  return (
    <Card title={t('Top up')}>
      <p>
        {t('Anybody adds money by sending BCH to this address, from any wallet. The service adds it to the payment.')}
      </p>
      <Stack gap={16}>
        <CodePicture text={address} alt={t('The top-up address as a code to scan')} className={styles['code']} />
        <Stack gap={8}>
          <Address address={address} />
          <p className={styles['note']}>
            {t('At least {amount}. Smaller amounts are not added; they return to the sender at the end.', {
              amount: amountWithUnit(least, 'BCH'),
            })}
          </p>
        </Stack>
      </Stack>
      {connected !== undefined && <TopUpForm id={id} least={least} connected={connected} />}
    </Card>
  );
};
