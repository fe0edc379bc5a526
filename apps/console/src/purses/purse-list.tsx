import { Link } from '@tanstack/react-router';
import type { Purse } from '@weir/client';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { StatusBadge } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { Row, Stack } from '../ui/layout.js';
import { Amount, PartyName } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { assetOfPurse, purseChoicesOf, refillText } from './purse-words.js';
import styles from './purses.module.css';
import { SendHome } from './send-home.js';

interface PurseListProps {
  readonly purses: readonly Purse[];
  readonly connected: ConnectedWallet | undefined;
}

/** Lists purses, each with what may be paid now, when its limit refills, and what the user can do. */
export const PurseList = ({ purses, connected }: PurseListProps) => (
  <ul>
    {purses.map((purse) => {
      const of = assetOfPurse(purse);
      const { canPay, canSendHome } = purseChoicesOf(purse, connected?.addresses ?? []);
      const isActive = purse.status === 'ACTIVE';
      return (
        <Stack as="li" key={purse.id} isRuled gap={8} pad="14px 0">
          <Row gap="4px 16px" align="baseline" justify="space-between">
            <Link to="/purses/$id" params={{ id: purse.id }}>
              <PartyName address={purse.spender} />
            </Link>
            <Row gap={10} align="center">
              <Amount base={purse.balanceBase} of={of} />
              <StatusBadge status={purse.status} />
            </Row>
          </Row>
          {isActive && (
            <p className={styles['note']}>
              {rich('May be paid now: {amount}.', { amount: <Amount base={purse.availableBase} of={of} /> })}{' '}
              {refillText(purse)}
            </p>
          )}
          <Row gap={10} align="center">
            {canPay && (
              <Link to="/purses/$id" params={{ id: purse.id }} className={buttonClass('plain', true)}>
                {t('Pay from it')}
              </Link>
            )}
            {canSendHome && connected !== undefined && <SendHome purse={purse} connected={connected} small />}
          </Row>
        </Stack>
      );
    })}
  </ul>
);
