import type { CurrencyPayment } from '@weir/client';
import { DiscardDraft } from '../actions/discard-draft.js';
import { DraftOver, isDraftOver } from '../actions/draft-over.js';
import { useVerb } from '../actions/use-verb.js';
import { VerbBar } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';
import type { Reader } from '../records/use-record.js';
import { SentByVault } from '../treasury/propose-bar.js';
import { Part } from '../ui/card.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { currencyChoices, type CurrencyVerb } from './currency-choices.js';

interface ActionsProps {
  readonly payment: CurrencyPayment;
  readonly reader: Reader;
}

/** Shows what the user can do with a payment in a currency now, or who can. */
export const CurrencyActions = ({ payment, reader }: ActionsProps) => {
  const { id, cancel_notice_blocks: blocks } = payment;
  const { weir } = useServices();
  const connected = useWallet();
  const { state, run } = useVerb('currency', id);
  const { meaning, needsWallet, verbs, proposals } = currencyChoices(payment, reader);
  const duration = noticeText(blocks);
  if (isDraftOver(payment)) return <DraftOver />;
  const act = (verb: CurrencyVerb): Promise<unknown> =>
    run(
      verb,
      connected?.wallet,
      (wallet, options) => {
        const handle = weir.currencyPayments.at(id);
        return verb === 'push' ? handle.push(options) : handle[verb](wallet, options);
      },
      { said: verb === 'push' ? t('Sends what needs no signature.') : undefined },
    );
  const offers = {
    fund: { label: t('Fund it') },
    push: { label: t('Send it now'), look: 'plain' as const },
    resume: { label: t('Resume it') },
    pause: {
      label: t('Pause the payment'),
      question: {
        title: t('Pause this payment?'),
        confirm: t('Pause it'),
        text: (
          <p>
            {t(
              'The period that runs is still paid at its payday. After a notice of {duration} no payday counts until you resume.',
              {
                duration,
              },
            )}
          </p>
        ),
      },
    },
    cancel: {
      label: t('Cancel the payment'),
      question: {
        title: t('Cancel this payment?'),
        confirm: t('Cancel it'),
        text: (
          <p>
            {t(
              'Paydays within a notice of {duration} are still paid. Then the rest returns to you. A debt is not paid any more. This cannot be undone.',
              {
                duration,
              },
            )}
          </p>
        ),
      },
    },
  };
  return (
    <Part title={t('Next step')}>
      <p>{meaning}</p>
      {connected === undefined && needsWallet && <WalletButton />}
      {proposals !== undefined && (
        <SentByVault id={id} vaultId={payment.vault_id} subject={{ currencyPaymentIds: [id] }} moves={proposals} />
      )}
      <VerbBar state={state} offers={verbs.map((verb) => ({ verb, ...offers[verb] }))} onRun={(verb) => void act(verb)}>
        {verbs.includes('fund') && connected !== undefined && <DiscardDraft kind="currency" id={id} />}
      </VerbBar>
    </Part>
  );
};
