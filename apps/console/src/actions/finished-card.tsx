import { lazy, Suspense, useEffect } from 'react';
import type { RecordKind } from '../kinds/record-kinds.js';
import { withTexts } from '../language/load.js';
import { msg, t } from '../language/text.js';
import { Card, Facts } from '../ui/card.js';
import { Success } from '../ui/success.js';
import { Copyable } from '../ui/values.js';
import styles from './finished-card.module.css';
import { finished } from './finished.js';

const ReceiptCard = lazy(withTexts(() => import('./receipt-card.js')));

/** What the creator of a funded record does next. */
const NEXT = {
  stream: msg('Send this link to the recipient: they see the stream there and claim from it.'),
  lock: msg('Send this link to the recipient: they see the lock there and claim from it.'),
  payment: msg('Send this link to the recipient: they see each payday there. Paydays are paid without you.'),
  currency: msg(
    'Send this link to the recipient: they see each payday and its price there. Paydays are paid without you.',
  ),
  plan: msg('Send this link to the recipients: each finds their own part there.'),
  airdrop: msg('Send the claim link below to the recipients.'),
  vault: undefined,
  proposal: undefined,
  purse: undefined,
} as const satisfies Readonly<Record<RecordKind, unknown>>;

/** Says on the page of a record that it was created and funded a moment ago: what that did, what it cost, and what comes next. */
export const FinishedCard = ({ id }: { readonly id: string }) => {
  const receipt = finished.use();
  // It is news once.
  useEffect(() => () => finished.set(undefined), []);
  if (receipt?.id !== id) return null;
  const totals = receipt.parts.flatMap(({ review }) => review?.rows ?? []).filter(({ isTotal = false }) => isTotal);
  const next = NEXT[receipt.product];
  const link = `${location.origin}${location.pathname}`;
  return (
    <div role="status" className={styles['finished']}>
      <Card title={t('It is created and funded')}>
        {totals[0] !== undefined && <Success>{totals[0].value}</Success>}
        <Suspense>
          <ReceiptCard receipt={receipt} />
        </Suspense>
        <Facts facts={totals.map(({ label, value }) => [label, value])} />
        {next !== undefined && <p>{t(next)}</p>}
        {next !== undefined && receipt.product !== 'airdrop' && <Copyable text={link} shown={link} what={t('link')} />}
      </Card>
    </div>
  );
};
