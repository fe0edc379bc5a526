import { shortAddress, shortHash } from '../format/short.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { signerKeyOf, signerText } from './signer-key.js';
import { useSignerKey } from './use-signer-key.js';

/** Shows the address and public key that a future signer sends to the creator of a vault. */
export const MyKey = () => {
  const connected = useWallet();
  const { state, ask } = useSignerKey();
  return (
    <Card title="Were you asked to be a signer?">
      <p>
        Send whoever opens the vault your address and your public key. Neither is a secret; your private key stays in
        your wallet.
      </p>
      {connected === undefined ? (
        <WalletButton />
      ) : (
        !state.isRunning &&
        state.key === undefined && (
          <Button onClick={() => void ask(() => signerKeyOf(connected.wallet, connected.address))}>Show my key</Button>
        )
      )}
      {state.isRunning && <Waiting what="Waiting for your wallet to sign a message, which shows its key…" />}
      {state.error !== undefined && <Failed error={state.error} />}
      {state.key !== undefined && (
        <p>
          <Copyable
            text={signerText(state.key)}
            shown={`${shortAddress(state.key.address)} ${shortHash(state.key.publicKey)}`}
            what="line for whoever opens the vault"
          />
        </p>
      )}
    </Card>
  );
};
