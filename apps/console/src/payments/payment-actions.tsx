import { useQueryClient } from '@tanstack/react-query';
import { isSameAddress, type PaymentStatus } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { ConfirmDialog } from '../actions/confirm-dialog.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { amountText, unitOf } from '../format/amount.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { paymentChoices } from './payment-choices.js';

/** What the reader can do with a payment now. */
export const PaymentActions = ({ payment }: { readonly payment: PaymentStatus['payment'] }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const { id } = payment;
  const verbs = {
    fund: useVerb({ product: 'payment', id, verb: 'fund' }),
    claim: useVerb({ product: 'payment', id, verb: 'claim' }),
    pause: useVerb({ product: 'payment', id, verb: 'pause' }),
    resume: useVerb({ product: 'payment', id, verb: 'resume' }),
    cancel: useVerb({ product: 'payment', id, verb: 'cancel' }),
  };
  type Verb = keyof typeof verbs;
  const isBusy = Object.values(verbs).some(({ isRunning }) => isRunning);
  const is = (address: string): boolean => connected !== undefined && isSameAddress(connected.address, address);
  const choices = paymentChoices(payment, { isSender: is(payment.sender), isRecipient: is(payment.recipient) });
  const run = async (verb: Verb): Promise<void> => {
    if (connected === undefined) return;
    for (const one of Object.values(verbs)) one.reset();
    const handle = weir.payments.at(id);
    await verbs[verb].run(connected.wallet, (wallet, options) => handle[verb](wallet, options));
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const due = `${amountText(payment.claimable_amount_base, payment.token_type)} ${unitOf(payment.token_type)}`;
  const labels = { fund: 'Fund it', claim: `Claim ${due}`, resume: 'Resume it' } as const;
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {connected === undefined && choices.needsWallet && <WalletButton />}
      {connected !== undefined &&
        (['fund', 'claim', 'resume'] as const).map(
          (verb) =>
            choices.verbs.includes(verb) && (
              <Button key={verb} look="main" disabled={isBusy} onClick={() => void run(verb)}>
                {labels[verb]}
              </Button>
            ),
        )}
      {choices.verbs.includes('pause') && (
        <ConfirmDialog
          label="Pause the payment"
          title="Pause this payment?"
          confirm="Pause it"
          disabled={isBusy}
          onConfirm={() => void run('pause')}
        >
          <p>
            What is due is paid at once. After {payment.cancel_notice_blocks} blocks’ notice nothing falls due until you
            resume it.
          </p>
        </ConfirmDialog>
      )}
      {choices.verbs.includes('cancel') && (
        <ConfirmDialog
          label="Cancel the payment"
          title="Cancel this payment?"
          confirm="Cancel it"
          disabled={isBusy}
          onConfirm={() => void run('cancel')}
        >
          <p>
            What is due goes to the recipient at once; the rest returns to you after {payment.cancel_notice_blocks}{' '}
            blocks’ notice, less what falls due meanwhile. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {Object.entries(verbs).map(([name, { state }]) => (
        <ActionState key={name} state={state} />
      ))}
    </Card>
  );
};
