import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/services.js';
import { Button } from '../ui/button.js';
import { Failed, Waiting } from '../ui/states.js';
import { useWallet, walletMenu } from './wallet-store.js';

/** Button that opens the wallet menu. */
export const WalletButton = () => (
  <Button look="main" onClick={() => walletMenu.set(true)}>
    Connect a wallet
  </Button>
);

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
  const [state, setState] = useState<{ readonly error?: unknown; readonly phase: 'open' | 'running' | 'proven' }>({
    phase: 'open',
  });
  if (connected === undefined || state.phase === 'proven') return null;
  const prove = async (): Promise<void> => {
    setState({ phase: 'running' });
    try {
      await weir.signIn({ wallet: connected.wallet, address: connected.address });
      await client.invalidateQueries({ queryKey: ['record', id] });
      setState({ phase: 'proven' });
    } catch (error) {
      setState({ error, phase: 'open' });
    }
  };
  return (
    <>
      <div>
        <Button small disabled={state.phase === 'running'} onClick={() => void prove()}>
          {label}
        </Button>
      </div>
      {state.phase === 'running' && (
        <Waiting what="Waiting for your wallet to sign a message that proves who you are…" />
      )}
      {state.error !== undefined && <Failed error={state.error} />}
    </>
  );
};
