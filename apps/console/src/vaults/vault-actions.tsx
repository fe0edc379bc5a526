import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ActionState } from '../actions/action-state.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { amountText } from '../format/amount.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useWallet } from '../wallet/wallet-store.js';
import { vaultChoicesOf, type VaultDetail } from './vault-choices.js';
import styles from './vault.module.css';

/** Shows what the user can do with a vault now. */
export const VaultActions = ({ vault }: { readonly vault: VaultDetail }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const { id } = vault;
  const deposit = useVerb({ product: 'vault', id, verb: 'deposit' });
  const choices = vaultChoicesOf(vault);
  const pay = async (): Promise<void> => {
    if (connected === undefined) return;
    await deposit.run(connected.wallet, (wallet, options) => weir.vaults.at(id).deposit(wallet, options));
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {choices.canDeposit && (
        <Button look="main" disabled={deposit.isRunning} onClick={() => void pay()}>
          {vault.status === 'pending' ? `Deposit ${amountText(vault.totalDepositBase, 'BCH')} BCH` : 'Deposit the rest'}
        </Button>
      )}
      {choices.canPropose && (
        <Link to="/vaults/$id/propose" params={{ id }} className={buttonClass('main')}>
          Propose something
        </Link>
      )}
      {choices.canPropose && (
        <>
          <p>Create what it is to pay over time, or to give away:</p>
          <div className={styles['buttons']}>
            <Link to="/streams/new" search={{ vault: id }} className={buttonClass('plain', true)}>
              A stream
            </Link>
            <Link to="/payments/new" search={{ vault: id }} className={buttonClass('plain', true)}>
              A payment
            </Link>
            <Link to="/plans/new" search={{ vault: id }} className={buttonClass('plain', true)}>
              Grants or salaries
            </Link>
            <Link to="/airdrops/new" search={{ vault: id }} className={buttonClass('plain', true)}>
              An airdrop
            </Link>
          </div>
        </>
      )}
      <ActionState state={deposit.state} />
    </Card>
  );
};
