import { useState } from 'react';
import { isSameAddress } from '@weir/client';
import { shortAddress, shortHash } from '../format/identifiers.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, TextInput } from '../ui/field.js';
import { Failed, Waiting } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { type SignerKey, signerKeyOf, signerText } from './signer-key.js';
import { type SignerProblems, withTyped } from './vault-draft.js';
import styles from './vault.module.css';

interface KeyState {
  readonly key?: SignerKey;
  readonly error?: unknown;
  readonly isRunning: boolean;
}

/** Returns a function that asks a wallet for its public key, with the state of that request. */
const useSignerKey = () => {
  const [state, setState] = useState<KeyState>({ isRunning: false });
  const ask = async (read: () => Promise<SignerKey>): Promise<SignerKey | undefined> => {
    setState({ isRunning: true });
    try {
      const key = await read();
      setState({ key, isRunning: false });
      return key;
    } catch (error) {
      setState({ error, isRunning: false });
      return undefined;
    }
  };
  return { state, ask };
};

interface SignerFieldsProps {
  /** From 1. */
  readonly place: number;
  readonly signer: SignerKey;
  readonly onChange: (signer: SignerKey) => void;
  readonly problems: SignerProblems;
  /** Returns whether an address is another signer already. */
  readonly isTaken: (address: string) => boolean;
}

/** Fields for a signer's address and public key. */
export const SignerFields = ({ place, signer, onChange, problems, isTaken }: SignerFieldsProps) => {
  const connected = useWallet();
  const { state, ask } = useSignerKey();
  const takeMine = async (): Promise<void> => {
    if (connected === undefined) return;
    const key = await ask(() => signerKeyOf(connected.wallet, connected.address));
    if (key !== undefined) onChange(key);
  };
  const isMine = connected !== undefined && signer.address !== '' && isSameAddress(signer.address, connected.address);
  const isOffered = connected !== undefined && !isMine && signer.address === '' && !isTaken(connected.address);
  return (
    <fieldset className={styles['signer']}>
      <legend className={styles['legend']}>
        Signer {place}
        {isMine && ' (you)'}
      </legend>
      <Field label={`Address of signer ${place}`} error={problems.address}>
        <TextInput value={signer.address} onChange={(text) => onChange(withTyped(signer, 'address', text))} />
      </Field>
      <Field label={`Public key of signer ${place}`} error={problems.publicKey}>
        <TextInput value={signer.publicKey} onChange={(text) => onChange(withTyped(signer, 'publicKey', text))} />
      </Field>
      {isOffered && !state.isRunning && (
        <div>
          <Button small onClick={() => void takeMine()}>
            I am signer {place}
          </Button>
        </div>
      )}
      {state.isRunning && <Waiting what="Waiting for your wallet to sign a message, which shows its key…" />}
      {state.error !== undefined && <Failed error={state.error} />}
    </fieldset>
  );
};

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
