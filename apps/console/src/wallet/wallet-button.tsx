import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { useIsReconnecting, useWallet, walletMenu } from './wallet-store.js';

/** Button that opens the wallet menu; disabled while the wallet of before a reload is on its way. */
export const WalletButton = () => {
  const isReconnecting = useIsReconnecting();
  return (
    <Button look="main" disabled={isReconnecting} onClick={() => walletMenu.set(true)}>
      {isReconnecting ? t('Connecting your wallet…') : t('Connect a wallet')}
    </Button>
  );
};

interface ProveButtonProps {
  /** Id of the record that shows more to authenticated users. */
  readonly id: string;
  readonly label: string;
}

/** Button that signs in and reads a record again. Public pages do not ask wallets to sign in by themselves. */
export const ProveButton = ({ id, label }: ProveButtonProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const task = useTask();
  const [isProven, setProven] = useState(false);
  if (connected === undefined || isProven) return null;
  const prove = async (): Promise<void> => {
    await weir.signIn({ wallet: connected.wallet, address: connected.address });
    await client.invalidateQueries({ queryKey: ['record', id] });
    setProven(true);
  };
  return (
    <>
      <div>
        <Button small disabled={task.isRunning} onClick={() => void task.run(prove)}>
          {label}
        </Button>
      </div>
      <TaskState task={task} what={t('Waiting for your wallet to sign in. This moves no money…')} />
    </>
  );
};
