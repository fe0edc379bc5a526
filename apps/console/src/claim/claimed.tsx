import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Campaign } from '@weir/client';
import { t } from '../language/text.js';
import { buttonClass } from '../ui/button.js';
import { Facts } from '../ui/card.js';
import { Address, Amount, TxHash } from '../ui/values.js';
import styles from './claim-page.module.css';

interface ClaimedProps {
  readonly campaign: Campaign;
  readonly amountBase: bigint;
  readonly to: string;
  readonly txHash: string | undefined;
}

/** Shows what somebody has got: the amount, the receipt, and what they can do next. */
export const Claimed = ({ campaign, amountBase, to, txHash }: ClaimedProps) => (
  <section className={styles['claimed']} role="status">
    <CircleCheck size={56} aria-hidden="true" />
    <div className={styles['amount']}>
      <span className={styles['hero']}>
        <Amount base={amountBase} of={campaign} />
      </span>
      <span>{t('It is yours, and on its way to your wallet.')}</span>
    </div>
    <Facts
      facts={[
        [t('From'), campaign.title],
        [t('To'), <Address key="t" address={to} />],
        [t('Receipt'), txHash !== undefined && <TxHash key="h" hash={txHash} />],
      ]}
    />
    <Link to="/home" className={buttonClass('main')}>
      {t('See your money')}
    </Link>
  </section>
);
