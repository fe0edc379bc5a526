import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import styles from './proposal-list.module.css';

const LATEST = 50;

/**
 * Queries the proposals that wait for a signer, of all treasuries.
 *
 * @param isAsked whether to ask, which may take a signature of the wallet; else what was read before is used
 */
export const useWaiting = (connected: ConnectedWallet | undefined, isAsked: boolean) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['vaults', connected?.address, 'waiting'],
    queryFn: ({ signal }) => weir.proposals.waiting({ limit: LATEST }, connected?.wallet, { signal }),
    enabled: isAsked && connected !== undefined,
  });
};

/** Shows how many proposals wait for the user, once that is known. */
export const WaitingBadge = () => {
  const count = useWaiting(useWallet(), false).data?.proposals.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles['badge']}>
      {count}
      <span className={styles['hidden']}> {t('waiting for you')}</span>
    </span>
  );
};
