import { useQuery } from '@tanstack/react-query';
import { isWeirError } from '@weir/client';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { Failed } from '../ui/states.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { RecordRows } from './record-rows.js';

/** How often they are read again: a limit refills with blocks, of which no event comes. */
const BLOCK_MS = 30_000;

/** Queries the purses that a wallet pays from: also out of treasuries of which it is not a member. */
export const useOwnPurses = (connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['vaults', connected?.address, 'purses'],
    queryFn: ({ signal }) => weir.purses.spendable(connected?.wallet, { signal }),
    enabled: connected !== undefined,
    refetchInterval: onceRead(BLOCK_MS),
  });
};

/** Lists the purses that the wallet pays from, each with what it may pay now; nothing where there are none. */
export const OwnPurses = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const { data, error, refetch } = useOwnPurses(connected);
  // The list of treasuries below offers to sign in.
  if (isWeirError(error, 'CALLER_REQUIRED', 'TOKEN_EXPIRED', 'TOKEN_INVALID')) return null;
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  const title = t('Purses you pay from');
  return (
    <Card title={title}>
      <RecordRows
        label={title}
        rows={data.map(({ id, vaultName, status, balanceBase, availableBase, tokenType, tokenCategory, token }) => {
          const of = { token_type: tokenType, token_category: tokenCategory, token };
          const now = availableBase < balanceBase ? availableBase : balanceBase;
          return {
            kind: 'purse',
            id,
            title: vaultName,
            detail: t('May be paid now: {amount}.', { amount: amountWithUnit(now, of) }),
            status,
            amountBase: balanceBase,
            of,
          };
        })}
      />
    </Card>
  );
};
