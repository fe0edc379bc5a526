import { type SubmitEvent, useState } from 'react';
import type { Purse } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useAddressPrefix, useServices } from '../api/services.js';
import { amountWithUnit, decimalsOf } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { AmountField } from '../forms/amount-field.js';
import { fieldErrors, showFirstProblem, shownProblems } from '../forms/problems.js';
import { RecipientField } from '../forms/recipient-field.js';
import { t } from '../language/text.js';
import { nameAmong, useContacts } from '../names/contacts.js';
import { Button } from '../ui/button.js';
import { selectField } from '../ui/field.js';
import { Stack } from '../ui/layout.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { assetOfPurse } from './purse-words.js';

interface PayFormProps {
  readonly purse: Purse;
  readonly connected: ConnectedWallet;
}

interface Draft {
  readonly to: string;
  readonly amount: string;
}

/** Form by which the key of a purse pays one of its payees. One payee is chosen already. */
export const PayForm = ({ purse, connected }: PayFormProps) => {
  const { weir } = useServices();
  const contacts = useContacts();
  const prefix = useAddressPrefix();
  const payees = purse.payees ?? [];
  const [draft, setDraft] = useState<Draft>({ to: payees[0] ?? '', amount: '' });
  const [isSubmitted, setSubmitted] = useState(false);
  const verb = useVerb('purse', purse.id);
  const of = assetOfPurse(purse);
  const unit = unitFor(purse.tokenType, decimalsOf(of));
  const to = purse.paysAnybody ? addressProblem(draft.to, prefix, t('Enter who is paid')) : undefined;
  const most = purse.availableBase < purse.balanceBase ? purse.availableBase : purse.balanceBase;
  const isOver = (typedBase(draft.amount, unit.decimals) ?? 0n) > most;
  const amount = positiveFault(draft.amount, unit) ?? (isOver ? t('More than the purse may pay now') : undefined);
  const problems = { ...(to !== undefined && { to }), ...(amount !== undefined && { amount }) };
  const refused = verb.state.phase === 'failed' ? fieldErrors(verb.state.error) : {};
  const shown: Readonly<Partial<Record<keyof Draft, string>>> = {
    ...shownProblems(problems, draft, isSubmitted),
    ...refused,
  };
  const change = (changed: Draft): void => {
    setDraft(changed);
    verb.reset();
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(problems).length > 0) {
      showFirstProblem(event.currentTarget);
      return;
    }
    const payment = { to: draft.to.trim(), amount: typedBase(draft.amount, unit.decimals) ?? 0n };
    const { isDone } = await verb.run('pay', connected.wallet, (wallet, options) =>
      weir.purses.at(purse.id).pay(payment, wallet, options),
    );
    if (!isDone) return;
    setSubmitted(false);
    setDraft(({ to: paid }) => ({ to: paid, amount: '' }));
  };
  const form = { draft, onChange: change, problems: shown };
  return (
    <Stack as="form" gap={16} onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
      {purse.paysAnybody ? (
        <RecipientField
          label={t('Recipient')}
          value={draft.to}
          onChange={(text) => change({ ...draft, to: text })}
          error={shown.to}
          required
        />
      ) : (
        selectField(
          form,
          'to',
          t('Recipient'),
          payees.map((payee) => [payee, nameAmong(contacts, payee) ?? shortAddress(payee)] as const),
        )
      )}
      <AmountField
        {...unit}
        label={t('Amount')}
        value={draft.amount}
        onChange={(text) => change({ ...draft, amount: text })}
        hint={t('{amount} may leave the purse now, fee included.', { amount: amountWithUnit(most, of) })}
        error={shown.amount}
        placeholder="0.00"
        required
      />
      <div>
        <Button type="submit" look="main" disabled={verb.isRunning}>
          {t('Pay')}
        </Button>
      </div>
      <ActionState state={verb.state} />
    </Stack>
  );
};
