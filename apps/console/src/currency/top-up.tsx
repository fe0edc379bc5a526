import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { CurrencyPayment } from '@weir/client';
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
import { LEAVING, useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Address } from '../ui/values.js';
import { useWallet, type ConnectedWallet } from '../wallet/wallet-store.js';
import styles from './currency.module.css';

interface AmountFormProps {
  readonly label: string;
  readonly button: string;
  /** The smallest amount, satoshis. */
  readonly least: bigint;
  /** What the service says of the amount. */
  readonly refused: string | undefined;
  readonly isRunning: boolean;
  /** @returns whether it is done, so that the field is emptied */
  readonly onTopUp: (base: bigint) => Promise<boolean>;
  readonly onChange: () => void;
  /** What becomes of it. */
  readonly children: ReactNode;
}

/** A field for the amount of a top-up, and its button. */
const AmountForm = ({ label, button, least, refused, isRunning, onTopUp, onChange, children }: AmountFormProps) => {
  const [amount, setAmount] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const unit = unitFor('BCH', BCH_DECIMALS);
  const base = typedBase(amount, unit.decimals) ?? 0n;
  const problem =
    positiveFault(amount, unit) ??
    (base < least ? t('At least {amount}', { amount: amountWithUnit(least, 'BCH') }) : undefined);
  const shown = isSubmitted || amount.trim() !== '' ? problem : undefined;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (problem !== undefined) {
      showFirstProblem(event.currentTarget);
      return;
    }
    if (!(await onTopUp(base))) return;
    setSubmitted(false);
    setAmount('');
  };
  return (
    <Stack as="form" gap={12} onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
      <AmountField
        {...unit}
        label={label}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          onChange();
        }}
        error={shown ?? refused}
        placeholder="0.00"
        required
      />
      <div>
        <Button type="submit" disabled={isRunning}>
          {button}
        </Button>
      </div>
      {children}
    </Stack>
  );
};

interface FormProps {
  readonly payment: CurrencyPayment;
  readonly connected: ConnectedWallet;
}

/** Form by which any wallet adds money at once. */
const WalletTopUp = ({ payment: { id, least_top_up_base: least }, connected }: FormProps) => {
  const { weir } = useServices();
  const verb = useVerb('currency', id);
  const topUp = async (base: bigint): Promise<boolean> => {
    const { isDone } = await verb.run('topUp', connected.wallet, (wallet, options) =>
      weir.currencyPayments.at(id).topUp(base, wallet, options),
    );
    return isDone;
  };
  return (
    <AmountForm
      label={t('Top up from this wallet, BCH')}
      button={t('Top up')}
      least={least}
      refused={verb.state.phase === 'failed' ? fieldErrors(verb.state.error)['amount'] : undefined}
      isRunning={verb.isRunning}
      onTopUp={topUp}
      onChange={verb.reset}
    >
      <ActionState state={verb.state} />
    </AmountForm>
  );
};

/** The most that the fee takes of a coin that the service adds, satoshis. */
const FEE_OF_ADDING = 1_780n;

/** Form by which a member proposes that the treasury which sends a payment adds money: its coins go to the top-up address. */
const TreasuryTopUp = ({
  payment: { id: paymentId, least_top_up_base: least },
  vaultId,
  connected,
}: FormProps & { readonly vaultId: string }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const task = useTask();
  const propose = async (amount: bigint): Promise<boolean> => {
    await task.run(async () => {
      const terms = { kind: 'topup', currencyPaymentIds: [paymentId], amount } as const;
      const { id } = await weir.vaults.at(vaultId).propose(terms, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id } });
      return LEAVING;
    });
    return false;
  };
  return (
    <AmountForm
      label={t('Top up from the treasury, BCH')}
      button={t('Propose the top-up')}
      least={least + FEE_OF_ADDING}
      refused={undefined}
      isRunning={task.isRunning}
      onTopUp={propose}
      onChange={task.reset}
    >
      <TaskState task={task} what={t('Building the proposal from the treasury’s coins…')} />
    </AmountForm>
  );
};

interface TopUpProps {
  readonly payment: CurrencyPayment;
  /** Where anybody sends BCH for it. */
  readonly address: string;
}

/** Shows the address to which anybody sends BCH for a payment, as a code and in words, and forms for the wallet and the sender's treasury. */
export const TopUp = ({ payment, address }: TopUpProps) => {
  const connected = useWallet();
  const { least_top_up_base: least, vault_id: vaultId } = payment;
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
      {connected !== undefined && vaultId !== null && (
        <TreasuryTopUp payment={payment} vaultId={vaultId} connected={connected} />
      )}
      {connected !== undefined && <WalletTopUp payment={payment} connected={connected} />}
    </Card>
  );
};
