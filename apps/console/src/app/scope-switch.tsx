import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Landmark, Wallet as WalletIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { hiddenBelow, stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { setScope, type Treasury, useScope } from '../wallet/scope.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import styles from './scope-switch.module.css';

/** Treasuries on the menu; the rest are on their page. */
const LATEST = 20;

interface ChoiceProps {
  /** Whether the app shows its money. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A line of the menu; the one that is chosen has a mark at its end. */
const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <button type="button" className={styles['choice']} aria-current={isChosen || undefined} onClick={onChoose}>
    {children}
    {isChosen && <Check size={18} aria-hidden="true" className={styles['mark']} />}
  </button>
);

const Treasuries = ({
  connected,
  chosen,
  onChoose,
}: {
  readonly connected: ConnectedWallet;
  /** The treasury on show. */
  readonly chosen: Treasury | undefined;
  readonly onChoose: (treasury: Treasury) => void;
}) => {
  const { weir } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['vaults', connected.address, 'scope'],
    queryFn: ({ signal }) => weir.vaults.page({ limit: LATEST }, connected.wallet, { signal }),
  });
  if (data === undefined)
    return error === null ? (
      <Waiting what={t('Looking up your treasuries…')} />
    ) : (
      <Failed error={error} retry={() => void refetch()} />
    );
  const vaults = data.all.filter(({ role, isSigner }) => role === 'creator' || isSigner);
  return vaults.flatMap(({ id, name, contractAddress: address }) =>
    address === null ? (
      []
    ) : (
      <Choice key={id} isChosen={chosen?.id === id} onChoose={() => onChoose({ id, name, address })}>
        <Landmark size={18} aria-hidden="true" /> {name}
      </Choice>
    ),
  );
};

/** Switches what the app shows: the wallet's money, or that of one of its treasuries. */
export const ScopeSwitch = () => {
  const connected = useWallet();
  const { treasury } = useScope();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (connected === undefined) return null;
  const choose = (next: Treasury | undefined): void => {
    setScope(next);
    menu.current?.hidePopover();
  };
  const Icon = treasury === undefined ? WalletIcon : Landmark;
  return (
    <div className={styles['switch']}>
      <button type="button" className={styles['trigger']} popoverTarget="scopes">
        <Icon size={18} aria-hidden="true" className={hiddenBelow(480)} />
        <span className={styles['name']}>{treasury?.name ?? t('My wallet')}</span>
        <ChevronsUpDown size={16} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id="scopes"
        popover="auto"
        className={styles['menu']}
        aria-label={t('Whose money')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <Choice isChosen={treasury === undefined} onChoose={() => choose(undefined)}>
          <WalletIcon size={18} aria-hidden="true" /> {t('My wallet')}
        </Choice>
        {isOpen && <Treasuries connected={connected} chosen={treasury} onChoose={choose} />}
        <Link to="/vaults" {...stack({ pad: '8px 12px' })} onClick={() => menu.current?.hidePopover()}>
          {t('All treasuries')}
        </Link>
      </div>
    </div>
  );
};
