import { isSameAddress } from '@weir/client';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { Failed, Waiting } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import { signerKeyOf, type SignerKey } from './signer-key.js';
import { useSignerKey } from './use-signer-key.js';
import { withTyped, type SignerProblems } from './vault-draft.js';
import styles from './vault.module.css';

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
