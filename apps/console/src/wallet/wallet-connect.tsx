import { useState } from 'react';
import { Button } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Failed, Waiting } from '../ui/states.js';
import { Copyable } from '../ui/values.js';

/** Connects a wallet by WalletConnect. Its code is loaded, and its relay contacted, only when the user asks for it. */
export const WalletConnect = ({
  projectId,
  network,
}: {
  readonly projectId: string | null;
  readonly network: string;
}) => {
  const [state, setState] = useState<{ qr?: string; uri?: string; error?: unknown } | undefined>();
  if (projectId === null)
    return (
      <section className={dialog['part']}>
        <h3>WalletConnect</h3>
        <p>This site has no WalletConnect project set up. Its operator can name one in config.json.</p>
      </section>
    );
  const connect = async (): Promise<void> => {
    setState({});
    try {
      const { connectByWalletConnect } = await import('./connect-by-wallet-connect.js');
      await connectByWalletConnect(projectId, network, (uri, qr) => setState({ uri, qr }));
      setState(undefined);
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <section className={dialog['part']}>
      <h3>WalletConnect</h3>
      {state === undefined && (
        <>
          <p>Cashonize, Paytaca, Zapit and other wallets of Bitcoin Cash. Scan a code with your phone.</p>
          <Button onClick={() => void connect()}>Connect by WalletConnect</Button>
        </>
      )}
      {state?.error !== undefined && <Failed error={state.error} retry={() => void connect()} />}
      {state !== undefined && state.error === undefined && state.uri === undefined && (
        <Waiting what="Asking the relay for a code…" />
      )}
      {state?.uri !== undefined && (
        <>
          <img className={dialog['qr']} src={state.qr} alt="Code to scan with the wallet" />
          <a href={state.uri}>Open it in a wallet on this device</a>
          <p>
            Or copy the code: <Copyable text={state.uri} shown={`${state.uri.slice(0, 18)}…`} what="code" />
          </p>
          <Waiting what="Waiting for you to approve it in your wallet…" />
        </>
      )}
    </section>
  );
};
