import { RecipientField } from '../forms/recipient-field.js';
import { rich } from '../language/rich.js';
import { msg, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Field, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Address, Copyable } from '../ui/values.js';
import { owns, useWallet } from '../wallet/wallet-store.js';
import { invitationLink } from './invitation.js';
import type { AnswerPlace } from './searches.js';
import { isPublicKey, type SignerKey, signerKeyOf } from './signer-key.js';
import { type SignerProblems, withTyped } from './vault-draft.js';
import styles from './vault.module.css';

/** Said while a wallet shows its key. */
export const ASKING = msg('Waiting for your wallet to sign a message, which shows its key…');

interface SignerFieldsProps {
  /** Of the treasury. */
  readonly name: string;
  /** The form that the answer of an invited signer goes to; by default that of a new treasury. */
  readonly answersTo?: AnswerPlace;
  /** From 1. */
  readonly place: number;
  readonly signer: SignerKey;
  readonly onChange: (signer: SignerKey) => void;
  readonly problems: SignerProblems;
  /** Returns whether an address is another signer already. */
  readonly isTaken: (address: string) => boolean;
}

/** A new signer of a treasury: the user, somebody who is invited by a link, or an address and public key by hand. */
export const SignerFields = ({ name, answersTo, place, signer, onChange, problems, isTaken }: SignerFieldsProps) => {
  const connected = useWallet();
  const task = useTask();
  const invitation = invitationLink({ name, place, ...answersTo });
  const isMine = signer.address !== '' && owns(connected, signer.address);
  const isEmpty = signer.address === '' && signer.publicKey === '';
  const isOffered = connected !== undefined && isEmpty && !isTaken(connected.address);
  const hasProblem = Object.keys(problems).length > 0;
  const isThere = signer.address !== '' && isPublicKey(signer.publicKey) && !hasProblem;
  return (
    <fieldset className={styles['signer']}>
      <legend className={styles['legend']}>
        {isMine ? t('Signer {place} (you)', { place }) : t('Signer {place}', { place })}
      </legend>
      {isThere && (
        <Row gap={10}>
          <Address address={signer.address} />
          <Button small look="quiet" onClick={() => onChange({ address: '', publicKey: '' })}>
            {t('Change')}
          </Button>
        </Row>
      )}
      {isEmpty && (
        <Row gap={8}>
          {isOffered && !task.isRunning && (
            <Button
              small
              onClick={() =>
                void task.run(async () => onChange(await signerKeyOf(connected.wallet, connected.address)))
              }
            >
              {t('I am signer {place}', { place })}
            </Button>
          )}
          <CopyButton
            small
            text={invitation}
            label={t('Copy the invitation link')}
            question={t('Copy the {what}:', { what: t('invitation of signer {place}', { place }) })}
          />
        </Row>
      )}
      {isEmpty && (
        <p>
          {rich(
            'Somebody else: send them the {copyable}. They open it, sign, and send you a link back, which adds them here.',
            {
              copyable: (
                <Copyable
                  text={invitation}
                  isWords
                  shown={t('invitation link')}
                  what={t('invitation of signer {place}', { place })}
                />
              ),
            },
          )}
        </p>
      )}
      {!isThere && (
        <details open={hasProblem || !isEmpty}>
          <summary>{t('By hand')}</summary>
          <Stack gap={12}>
            <RecipientField
              label={t('Address of signer {place}', { place })}
              value={signer.address}
              onChange={(text) => onChange(withTyped(signer, 'address', text))}
              error={problems.address}
            />
            <Field label={t('Public key of signer {place}', { place })} error={problems.publicKey}>
              <TextInput value={signer.publicKey} onChange={(text) => onChange(withTyped(signer, 'publicKey', text))} />
            </Field>
          </Stack>
        </details>
      )}
      <TaskState task={task} what={t(ASKING)} />
    </fieldset>
  );
};
