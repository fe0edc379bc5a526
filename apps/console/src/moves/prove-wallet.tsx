import { type SubmitEvent, useState } from 'react';
import type { MoveChallenge } from '@weir/client';
import { useAddressPrefix, useServices } from '../api/services.js';
import { timeText } from '../format/time.js';
import { addressProblem } from '../forms/address-problem.js';
import { RecipientField } from '../forms/recipient-field.js';
import { t } from '../language/text.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, Segments, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Address, Copyable } from '../ui/values.js';
import { type ConnectedWallet, useWallet, walletMenu } from '../wallet/wallet-store.js';
import { isProofGood, newWallet } from './new-wallet.js';

/** Ends the session of the connected wallet, and opens the menu for another one. */
const switchWallet = async (connected: ConnectedWallet | undefined): Promise<void> => {
  await connected?.disconnect();
  walletMenu.set(true);
};

/** Button that exchanges the connected wallet for another one. */
export const SwitchButton = ({ label }: { readonly label: string }) => {
  const connected = useWallet();
  const task = useTask();
  return (
    <>
      <div>
        <Button disabled={task.isRunning} onClick={() => void task.run(() => switchWallet(connected))}>
          {label}
        </Button>
      </div>
      <TaskState task={task} what={t('Disconnecting the wallet…')} />
    </>
  );
};

/** Has the connected wallet prove that it can sign: it is the new one. */
const ByConnecting = () => {
  const { weir } = useServices();
  const connected = useWallet();
  const task = useTask();
  const prove = async ({ wallet, address }: ConnectedWallet): Promise<void> => {
    const { bearer, expiresAt } = await weir.signIn({ wallet, address });
    newWallet.set({ address, bearer, expiresAt });
  };
  return (
    <Stack gap={12}>
      <p>{t('Connect the new wallet here. It signs in, which moves no money. Then connect the old one again.')}</p>
      {connected !== undefined && <Address address={connected.address} />}
      <Row gap={10}>
        {connected !== undefined && (
          <Button disabled={task.isRunning} onClick={() => void task.run(() => prove(connected))}>
            {t('This is the new wallet')}
          </Button>
        )}
        <SwitchButton label={connected === undefined ? t('Connect the new wallet') : t('Connect another wallet')} />
      </Row>
      <TaskState task={task} what={t('Waiting for your wallet to sign in. This moves no money…')} />
    </Stack>
  );
};

/** A message to be signed elsewhere, and the field for its signature. */
const Answer = ({ challenge, address }: { readonly challenge: MoveChallenge; readonly address: string }) => {
  const task = useTask();
  const [signature, setSignature] = useState('');
  const check = async (): Promise<void> => {
    newWallet.set({ address, ...(await challenge.answer(signature.trim())) });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void task.run(check);
  };
  return (
    <Stack as="form" gap={12} onSubmit={submit}>
      <p>{t('Sign this message in the new wallet, by “Sign message”:')}</p>
      <Copyable text={challenge.message} shown={`${challenge.message.slice(0, 40)}…`} what={t('message')} />
      <p>{t('It can be used until {time}.', { time: timeText(challenge.expiresAt) })}</p>
      <Field label={t('Signature')} hint={t('As the wallet shows it, 88 characters')}>
        <TextInput value={signature} onChange={setSignature} required />
      </Field>
      <div>
        <Button type="submit" disabled={task.isRunning}>
          {t('Check the signature')}
        </Button>
      </div>
      <TaskState task={task} what={t('Checking the signature…')} />
    </Stack>
  );
};

/** Has a wallet elsewhere prove by a signed message that it can sign. */
const ByMessage = () => {
  const { weir } = useServices();
  const prefix = useAddressPrefix();
  const task = useTask();
  const [address, setAddress] = useKeptState<string>('new', '');
  const [isSubmitted, setSubmitted] = useState(false);
  const [asked, setAsked] = useState<{ readonly challenge: MoveChallenge; readonly address: string }>();
  const problem = addressProblem(address, prefix, t('Enter the new address'));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (problem !== undefined) return;
    const to = address.trim();
    void task.run(async () => setAsked({ challenge: await weir.moves.challenge(to), address: to }));
  };
  return (
    <Stack gap={16}>
      <Stack as="form" gap={12} onSubmit={submit} noValidate>
        <RecipientField
          label={t('New address')}
          value={address}
          onChange={(text) => {
            setAsked(undefined);
            setAddress(text);
          }}
          hint={t('Of a wallet whose keys you have. Never the address of an exchange.')}
          error={isSubmitted || address !== '' ? problem : undefined}
          required
        />
        <div>
          <Button type="submit" disabled={task.isRunning}>
            {t('Show the message')}
          </Button>
        </div>
        <TaskState task={task} what={t('Requesting the message…')} />
      </Stack>
      {asked !== undefined && <Answer key={asked.challenge.message} {...asked} />}
    </Stack>
  );
};

type Way = 'connect' | 'message';

/** The first step of a move: the new wallet proves that it can sign. */
export const ProveWallet = () => {
  const proven = newWallet.use();
  const [way, setWay] = useState<Way>('message');
  const isGood = proven !== undefined && isProofGood(proven);
  return (
    <Card title={t('1. Your new wallet')}>
      {isGood ? (
        <Stack gap={12}>
          <p role="status">{t('It has proved that it can sign.')}</p>
          <Address address={proven.address} />
          <div>
            <Button small look="quiet" onClick={() => newWallet.set(undefined)}>
              {t('Take another one')}
            </Button>
          </div>
        </Stack>
      ) : (
        <Stack gap={16}>
          <p>{t('First the new wallet shows that it can sign: a typing error could lose all later payments.')}</p>
          <Segments
            label={t('How does it sign?')}
            value={way}
            onChange={setWay}
            options={[
              ['message', t('A message, in any wallet')],
              ['connect', t('Connected to this page')],
            ]}
          />
          {way === 'connect' ? <ByConnecting /> : <ByMessage />}
        </Stack>
      )}
    </Card>
  );
};
