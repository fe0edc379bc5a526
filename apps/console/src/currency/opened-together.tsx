import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrencyPayment } from '@weir/client';
import { MAX_PAGE_ROWS, type MoveKind } from '@weir/kinds';
import { KeyMoves, MOVED } from '../actions/key-moves.js';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { noticeText } from '../format/time.js';
import { numberText, plural, t } from '../language/text.js';
import type { Reader } from '../records/use-record.js';
import { ProposeBar } from '../treasury/propose-bar.js';
import { SentList, type SentRow } from '../treasury/sent-list.js';
import { movable, offersOfSelection } from '../treasury/vault-moves.js';
import { Card } from '../ui/card.js';
import { Row } from '../ui/layout.js';
import { useWallet } from '../wallet/wallet-store.js';
import { currencyText } from './currency-text.js';

/** Returns a payment as lists show it to its sender. */
export const sentInCurrency = (payment: CurrencyPayment): SentRow => ({
  id: payment.id,
  kind: 'currency',
  status: payment.status,
  recipient: payment.recipient,
  cancelable: true,
  pausable: payment.pausable,
  name: payment.recipient_name ?? payment.payment_id,
  amount: <bdi>{currencyText(payment.amount_per_period_base, payment.oracle)}</bdi>,
});

/** Rows on show at first. */
const SHOWN = 10;

interface MovesProps {
  readonly payment: CurrencyPayment;
  readonly selected: readonly SentRow[];
  readonly onDone: () => void;
}

/** Shows what a sender's key can do with a selection, by one signature, and what became of it. */
const Moves = ({ payment: { id, cancel_notice_blocks: blocks }, selected, onDone }: MovesProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const verb = useVerb('currency', id);
  const [said, setSaid] = useState<string>();
  if (connected === undefined) return null;
  const run = async (move: MoveKind): Promise<void> => {
    setSaid(undefined);
    const ids = movable(selected, move).map((row) => row.id);
    await verb.run(move, connected.wallet, async (wallet, options) => {
      const { payments } = await weir.currencyPayments[move](ids, wallet, options);
      setSaid(t(MOVED[move], { done: numberText(payments.length), all: numberText(ids.length) }));
      onDone();
    });
  };
  const count = movable(selected, 'cancel').length;
  return (
    <>
      <Row gap={10} align="center">
        <strong role="status">
          {selected.length === 0
            ? t('Select those to pause or cancel by one signature')
            : plural(selected.length, { one: '{count} selected', other: '{count} selected' })}
        </strong>
        <KeyMoves
          count={(move) => movable(selected, move).length}
          isBusy={verb.isRunning}
          onRun={(move) => void run(move)}
          question={{
            title: plural(count, { one: 'Cancel {count} payment?', other: 'Cancel {count} payments?' }),
            text: t(
              'Paydays within a notice of {duration} are still paid. Then the rest returns to you. A debt is not paid any more. This cannot be undone.',
              { duration: noticeText(blocks) },
            ),
          }}
        />
      </Row>
      <ActionState state={verb.state} />
      {said !== undefined && <p role="status">{said}</p>}
    </>
  );
};

interface OpenedTogetherProps {
  readonly payment: CurrencyPayment;
  readonly reader: Reader;
}

/** Lists the payments that one funding opened, or will, from which their sender selects some to move; nothing of a payment alone. */
export const OpenedTogether = ({ payment, reader }: OpenedTogetherProps) => {
  const { id, opened_with: openedWith, vault_id: vaultId, status } = payment;
  const { weir } = useServices();
  const connected = useWallet();
  const { data } = useQuery({
    queryKey: ['record', id, 'opened-together'],
    queryFn: ({ signal }) => weir.currencyPayments.page({ openedWith, limit: MAX_PAGE_ROWS }, { signal }),
  });
  if (data === undefined || data.payments.length < 2) return null;
  const rows = data.payments.toSorted((one, other) => one.index - other.index).map(sentInCurrency);
  const proposes = reader.isSentByScript === true && vaultId !== null && connected !== undefined;
  const actionsOf = () => {
    if (status === 'PENDING') return undefined;
    if (proposes)
      return (selected: readonly SentRow[]) =>
        selected.length > 0 && <ProposeBar vaultId={vaultId} offers={offersOfSelection(selected)} small />;
    return reader.isSender
      ? (selected: readonly SentRow[], onDone: () => void) => (
          <Moves payment={payment} selected={selected} onDone={onDone} />
        )
      : undefined;
  };
  return (
    <Card title={t('Opened together')}>
      <p>
        {status === 'PENDING'
          ? t('One signature opens all of them. Discarding one discards all.')
          : t('One funding opened all of them.')}
      </p>
      <SentList rows={rows} most={SHOWN} actions={actionsOf()} />
    </Card>
  );
};
