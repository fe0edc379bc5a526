import { type SubmitEvent, useState } from 'react';
import { BCH_DECIMALS, LEAST_DEPOSIT } from '@weir/kinds';
import { asTyped, plainText } from '../format/amount.js';
import { typedBase } from '../format/typed-amount.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Stack } from '../ui/layout.js';
import { depositProblem } from './deposit-problem.js';
import { missingDeposit, type VaultDetail } from './proposal-choices.js';

interface DepositFormProps {
  readonly vault: VaultDetail;
  readonly isRunning: boolean;
  /** Deposits satoshis. @returns whether it was deposited */
  readonly onDeposit: (amount: bigint) => Promise<boolean>;
}

/** Form by which the creator of an open treasury deposits any amount. It offers what is missing of the planned deposit. */
export const DepositForm = ({ vault, isRunning, onDeposit }: DepositFormProps) => {
  const missing = missingDeposit(vault);
  const [amount, setAmount] = useState(missing >= LEAST_DEPOSIT ? asTyped(plainText(missing, BCH_DECIMALS)) : '');
  const [isSubmitted, setSubmitted] = useState(false);
  const problem = depositProblem(amount);
  const isShown = problem !== undefined && (isSubmitted || amount.trim() !== '');
  const deposit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    const asked = typedBase(amount, BCH_DECIMALS);
    if (problem !== undefined || asked === undefined) return;
    if (!(await onDeposit(asked))) return;
    setAmount('');
    setSubmitted(false);
  };
  return (
    <Stack as="form" gap={12} onSubmit={(event) => void deposit(event)} noValidate>
      <Field
        label={t('Deposit in BCH')}
        hint={t('You can deposit at any time, also more than was planned.')}
        error={isShown ? problem : undefined}
      >
        <TextInput value={amount} onChange={setAmount} inputMode="decimal" placeholder="0.00" />
      </Field>
      <div>
        <Button type="submit" small disabled={isRunning}>
          {t('Deposit BCH')}
        </Button>
      </div>
    </Stack>
  );
};
