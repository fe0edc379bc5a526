import { useState } from 'react';
import { DiscardDraft } from '../actions/discard-draft.js';
import { DraftOver, isDraftOver } from '../actions/draft-over.js';
import { useVerb } from '../actions/use-verb.js';
import { VerbBar } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit, type AssetOfRecord } from '../format/amount.js';
import { noticeText } from '../format/time.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { partyName } from '../names/plan-names.js';
import { SentByVault } from '../treasury/propose-bar.js';
import type { VaultMove } from '../treasury/vault-moves.js';
import { Part } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { owns, useWallet } from '../wallet/wallet-store.js';

/** Satoshis for 1,000 bytes: several times what a contract pays by itself. */
const HIGHER_FEE_RATE = 10_000;

const nameOrAddress = (address: string): string => partyName(address) ?? address;

/** What parties can do with a stream or a payment; streams have no pauses. */
export type RecordVerb = 'fund' | 'claim' | 'push' | 'pause' | 'resume' | 'cancel' | 'refund';

/** What the user can do with a record now, and what is shown to them. */
export interface Choices<Verb> {
  readonly meaning: string;
  /** Whether to ask for a wallet. */
  readonly needsWallet: boolean;
  readonly verbs: readonly Verb[];
  /** What members can propose, where the sender is a vault. */
  readonly proposals: readonly VaultMove[];
}

export interface RecordChoices extends Choices<RecordVerb> {
  /** When the next change happens, Unix seconds. */
  readonly nextAt?: number | undefined;
}

interface RecordActionsProps {
  readonly product: 'stream' | 'lock' | 'payment';
  readonly record: AssetOfRecord & {
    readonly id: string;
    readonly vault_id: string | null;
    readonly sender: string;
    readonly recipient: string;
    readonly status: string;
    readonly claimable_amount_base: bigint;
    readonly cancel_notice_blocks: number;
    /** While it moves to another wallet, the recipient's own coin alone makes payments. */
    readonly pending_move: object | null;
    /** When an unfunded record expires, Unix seconds by the service's clock. */
    readonly expires_at: number | null;
  };
  readonly choices: RecordChoices;
  /** What cancelling it does, where it can be. */
  readonly cancelText?: string;
}

/** Shows what the user can do with a stream, a lock or a payment now, or who can, and when. */
export const RecordActions = ({ product, record, choices, cancelText = '' }: RecordActionsProps) => {
  const { id, vault_id: vaultId, status } = record;
  const { weir } = useServices();
  const connected = useWallet();
  const [isHigherFee, setIsHigherFee] = useState(false);
  const { state, run } = useVerb(product, id);
  const due = amountWithUnit(record.claimable_amount_base, record);
  const paid = t('Pays {amount} to {recipient}.', { amount: due, recipient: nameOrAddress(record.recipient) });
  // The record itself shows steps that nobody signs, as before.
  const said: Partial<Record<RecordVerb, string>> = {
    claim: paid,
    push: paid,
    refund: t('Returns the rest to {sender}.', { sender: nameOrAddress(record.sender) }),
  };
  const act = (verb: RecordVerb): Promise<unknown> =>
    run(
      verb,
      connected?.wallet,
      (wallet, options) => {
        const payment = weir.payments.at(id);
        if (verb === 'pause' || verb === 'resume') return payment[verb](wallet, options);
        const handle = product === 'payment' ? payment : weir.streams.at(id);
        // Pushes and refunds need no signature.
        if (verb === 'push') return handle.push(options);
        if (verb === 'refund') return handle.refund(options);
        if (verb === 'claim')
          return handle.claim(wallet, { ...options, ...(isHigherFee && { feeRate: HIGHER_FEE_RATE }) });
        return verb === 'fund' ? handle.fund(wallet, options) : handle.cancel(wallet, options);
      },
      { said: said[verb] },
    );
  const asked = (label: string, title: string, confirm: string, text: string) => ({
    label,
    question: { title, confirm, text: <p>{text}</p> },
  });
  const isStream = product !== 'payment';
  const offers = {
    fund: { label: t('Fund it') },
    claim: { label: t('Claim {due}', { due }) },
    push: { label: t('Pay {due} to the recipient', { due }), look: 'plain' as const },
    refund: { label: t('Return the rest to the sender') },
    resume: { label: t('Resume it') },
    pause: asked(
      t('Pause the payment'),
      t('Pause this payment?'),
      t('Pause it'),
      t('The claimable amount is paid at once. After a notice of {duration} payments stop until you resume.', {
        duration: noticeText(record.cancel_notice_blocks),
      }),
    ),
    cancel: asked(
      isStream ? t('Cancel the stream') : t('Cancel the payment'),
      isStream ? t('Cancel this stream?') : t('Cancel this payment?'),
      t('Cancel it'),
      cancelText,
    ),
  };
  const mayNeedFee = choices.verbs.includes('claim') && (status === 'CANCELLED' || status === 'PAUSED');
  const isMoving = record.pending_move !== null;
  const offered = choices.verbs.filter(
    (verb) => (verb !== 'fund' || connected !== undefined) && (verb !== 'push' || !isMoving),
  );
  if (isDraftOver(record)) return <DraftOver />;
  return (
    <Part title={t('Next step')}>
      <p>{choices.meaning}</p>
      {choices.nextAt !== undefined && <p>{rich('Ends {time}.', { time: <Time at={choices.nextAt} ago /> })}</p>}
      {connected === undefined && choices.needsWallet && <WalletButton />}
      <SentByVault
        id={id}
        vaultId={vaultId}
        subject={product === 'payment' ? { paymentIds: [id] } : { streamIds: [id] }}
        moves={choices.proposals}
      />
      {mayNeedFee && (
        // So that it is mined before a notice ends though blocks are full.
        <label>
          {rich(
            '{input} Pay a fee of {rate} satoshis a byte from my wallet, if blocks are full before the notice ends',
            {
              input: (
                <input
                  type="checkbox"
                  checked={isHigherFee}
                  onChange={({ target }) => setIsHigherFee(target.checked)}
                />
              ),
              rate: HIGHER_FEE_RATE / 1_000,
            },
          )}
        </label>
      )}
      <VerbBar
        state={state}
        offers={offered.map((verb) => ({ verb, ...offers[verb] }))}
        onRun={(verb) => void act(verb)}
      >
        {offered.includes('fund') && owns(connected, record.sender) && (
          <DiscardDraft kind={product === 'payment' ? 'payment' : 'stream'} id={id} />
        )}
      </VerbBar>
    </Part>
  );
};
