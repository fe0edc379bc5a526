import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentDetail } from '@weir/client';
import { feeOptions, HigherFee } from '../actions/higher-fee.js';
import { useVerb } from '../actions/use-verb.js';
import { VerbBar, type Offer } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { useReader } from '../records/use-reader.js';
import { Card } from '../ui/card.js';
import { SentByVault } from '../vaults/propose-bar.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { paymentChoices, type PaymentVerb } from './payment-choices.js';

type Payment = PaymentDetail['payment'];

/** Returns the button of a verb and its confirmation. */
const offerOf = (verb: PaymentVerb, payment: Payment): Offer<PaymentVerb> => {
  const due = amountWithUnit(payment.claimable_amount_base, payment);
  switch (verb) {
    case 'fund':
      return { verb, label: 'Fund it' };
    case 'claim':
      return { verb, label: `Claim ${due}` };
    case 'push':
      return { verb, label: `Pay ${due} to the recipient`, look: 'plain' };
    case 'resume':
      return { verb, label: 'Resume it' };
    case 'refund':
      return { verb, label: 'Return the rest to the sender' };
    case 'pause':
      return {
        verb,
        label: 'Pause the payment',
        question: {
          title: 'Pause this payment?',
          confirm: 'Pause it',
          text: (
            <p>
              What is due is paid at once. After {payment.cancel_notice_blocks} blocks’ notice nothing falls due until
              you resume it.
            </p>
          ),
        },
      };
    case 'cancel':
      return {
        verb,
        label: 'Cancel the payment',
        question: {
          title: 'Cancel this payment?',
          confirm: 'Cancel it',
          text: (
            <p>
              What is due goes to the recipient at once; the rest returns to you after {payment.cancel_notice_blocks}{' '}
              blocks’ notice, less what falls due meanwhile. This cannot be undone.
            </p>
          ),
        },
      };
  }
};

/** Shows what the user can do with a payment now. */
export const PaymentActions = ({ payment }: { readonly payment: Payment }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const [isHigherFee, setIsHigherFee] = useState(false);
  const client = useQueryClient();
  const { id } = payment;
  const of = { product: 'payment', id } as const;
  const verbs = {
    fund: useVerb({ ...of, verb: 'fund' }),
    claim: useVerb({ ...of, verb: 'claim' }),
    push: useVerb({ ...of, verb: 'push' }),
    resume: useVerb({ ...of, verb: 'resume' }),
    pause: useVerb({ ...of, verb: 'pause' }),
    cancel: useVerb({ ...of, verb: 'cancel' }),
    refund: useVerb({ ...of, verb: 'refund' }),
  };
  const choices = paymentChoices(payment, useReader(payment));
  const handle = weir.payments.at(id);
  const run = async (verb: PaymentVerb): Promise<void> => {
    await verbs[verb].run(connected?.wallet, (wallet, options) => {
      // Pushes and refunds need no signature.
      if (verb === 'push' || verb === 'refund') return handle[verb](options);
      return verb === 'claim'
        ? handle.claim(wallet, { ...options, ...feeOptions(isHigherFee) })
        : handle[verb](wallet, options);
    });
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const mayNeedFee = choices.verbs.includes('claim') && (payment.status === 'CANCELLED' || payment.status === 'PAUSED');
  const offered = choices.verbs.filter((verb) => verb !== 'fund' || connected !== undefined);
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {connected === undefined && choices.needsWallet && <WalletButton />}
      <SentByVault id={id} vaultId={payment.vault_id} subject={{ paymentIds: [id] }} moves={choices.proposals} />
      {mayNeedFee && <HigherFee isHigher={isHigherFee} onChange={setIsHigherFee} />}
      <VerbBar verbs={verbs} offers={offered.map((verb) => offerOf(verb, payment))} onRun={(verb) => void run(verb)} />
    </Card>
  );
};
