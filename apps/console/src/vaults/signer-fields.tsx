import { useState } from 'react';
import { isSameAddress } from '@weir/client';
import { shortAddress, shortHash } from '../format/identifiers.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { type SignerKey, signerKeyOf, signerText } from './signer-key.js';
import { type SignerProblems, withTyped } from './vault-draft.js';
import styles from './vault.module.css';

const ASKING = 'Waiting for your wallet to sign a message, which shows its key…';

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
  const task = useTask();
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
      {isOffered && !task.isRunning && (
        <div>
          <Button
            small
            onClick={() => void task.run(async () => onChange(await signerKeyOf(connected.wallet, connected.address)))}
          >
            I am signer {place}
          </Button>
        </div>
      )}
      <TaskState task={task} what={ASKING} />
    </fieldset>
  );
};

/** Shows the address and public key that a future signer sends to the creator of a vault. */
export const MyKey = () => {
  const connected = useWallet();
  const task = useTask();
  const [key, setKey] = useState<SignerKey>();
  return (
    <Card title="Were you asked to be a signer?">
      <p>
        Send whoever opens the vault your address and your public key. Neither is a secret; your private key stays in
        your wallet.
      </p>
      {connected === undefined ? (
        <WalletButton />
      ) : (
        !task.isRunning &&
        key === undefined && (
          <Button
            onClick={() => void task.run(async () => setKey(await signerKeyOf(connected.wallet, connected.address)))}
          >
            Show my key
          </Button>
        )
      )}
      <TaskState task={task} what={ASKING} />
      {key !== undefined && (
        <p>
          <Copyable
            text={signerText(key)}
            shown={`${shortAddress(key.address)} ${shortHash(key.publicKey)}`}
            what="line for whoever opens the vault"
          />
        </p>
      )}
    </Card>
  );
};
