import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answered, Campaign } from '@weir/client';
import { t } from '../language/text.js';
import { buttonClass } from '../ui/button.js';
import { Facts } from '../ui/card.js';
import { Stack } from '../ui/layout.js';
import { Success } from '../ui/success.js';
import { Address, Amount, Time, TxHash } from '../ui/values.js';

/** The lock that a claim opens. */
export type ClaimLock = NonNullable<Answered<'ClaimableResponse'>['claimable'][number]['lock']>;

/** A claim that was recorded. */
export type Claim = Answered<'CampaignClaim'>;

/** Shows what a wallet has claimed here before. */
export const ClaimedBefore = ({
  campaign,
  claims,
}: {
  readonly campaign: Campaign;
  readonly claims: readonly Claim[];
}) => (
  <Stack as="section" gap={16} role="status">
    <p>{t('You have claimed')}</p>
    <Success>
      <Amount base={claims.reduce((sum, { amount_base: base }) => sum + base, 0n)} of={campaign} />
    </Success>
    {claims.map(({ id, claimer, claimed_at: at, tx_hash: hash }) => (
      <Facts
        key={id}
        facts={[
          [t('When'), <Time key="w" at={at} isPast />],
          [t('To'), <Address key="t" address={claimer} />],
          [t('Receipt'), <TxHash key="h" hash={hash} />],
        ]}
      />
    ))}
    <Link to="/incoming" className={buttonClass('main')}>
      {t('See your money')}
    </Link>
  </Stack>
);

interface ClaimedProps {
  readonly campaign: Campaign;
  readonly amountBase: bigint;
  /** Null where the claim paid at once. */
  readonly lock: ClaimLock | null;
  readonly to: string;
  readonly txHash: string | undefined;
  /** What else can be claimed. */
  readonly children?: ReactNode;
}

/** Shows what somebody has got: the amount, the receipt, and what they can do next. */
export const Claimed = ({ campaign, amountBase, lock, to, txHash, children }: ClaimedProps) => (
  <Stack as="section" gap={16} role="status">
    <Success>
      <Amount base={amountBase} of={campaign} />
    </Success>
    <p>
      {lock === null
        ? t('It is yours, and on its way to your wallet.')
        : t('It is yours, in a lock that nobody can take back.')}
    </p>
    <Facts
      facts={[
        [t('From'), campaign.title],
        [t('To'), <Address key="t" address={to} />],
        [
          t('To be paid out now'),
          lock !== null && lock.unlockedNowBase > 0n && <Amount key="n" base={lock.unlockedNowBase} of={campaign} />,
        ],
        // By the second, more unlocks at any moment.
        [
          t('Next unlock'),
          lock?.nextUnlock != null && (lock.intervalSeconds !== null || lock.unlockedNowBase === 0n) && (
            <Time key="u" at={lock.nextUnlock} />
          ),
        ],
        [t('Last unlock'), lock !== null && <Time key="l" at={lock.endTime} />],
        [t('Receipt'), txHash !== undefined && <TxHash key="h" hash={txHash} />],
      ]}
    />
    {children}
    {lock === null ? (
      <Link to="/home" className={buttonClass('main')}>
        {t('See your money')}
      </Link>
    ) : (
      <Link to="/streams/$id" params={{ id: lock.id }} className={buttonClass('main')}>
        {t('Open your lock')}
      </Link>
    )}
  </Stack>
);
