import { useState } from 'react';
import { NOTIFICATION_KINDS, type NotificationKind, type SubscriptionStatus } from '@weir/kinds';
import { useInfo, useServices } from '../api/services.js';
import { timeText } from '../format/time.js';
import styles from '../forms/form.module.css';
import { timeZone } from '../language/locale.js';
import { rich } from '../language/rich.js';
import { type Message, msg, t } from '../language/text.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { Columns, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Address } from '../ui/values.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

type Kind = NotificationKind;

/** Each kind of notification: its name, and more about it. */
const KIND_WORDS: Readonly<Record<Kind, readonly [name: Message, more: Message]>> = {
  claimable: [
    msg('Something can be claimed'),
    msg('An amount has unlocked, a payday has come, or an airdrop lists you.'),
  ],
  due_soon: [msg('A payment is due within a day'), msg('To you, or as a payday from you.')],
  signature_wanted: [msg('A proposal waits for your signature'), msg('In treasuries where you sign.')],
  funded: [msg('A record of yours was funded'), msg('Streams, payments, plans and airdrops.')],
  cancelled: [msg('A record of yours was cancelled'), msg('Its notice starts then.')],
  paused: [msg('A payment was paused or resumed'), msg('You pay or receive it.')],
  at_risk: [msg('You have to claim before a notice ends'), msg('Fees are above what the contract can pay by itself.')],
};

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

interface Mail {
  readonly hint: string;
  readonly status: SubscriptionStatus;
  readonly kinds: readonly Kind[];
  readonly quiet: { readonly from: number; readonly until: number } | null;
  readonly confirmBy: number | null;
}

const stateText = ({ status, hint, confirmBy }: Mail): string => {
  if (status === 'active') return t('Messages go to {hint}.', { hint });
  if (status === 'refused')
    return t('{hint} does not exist, or takes no mail from here. Enter another address.', { hint });
  return t('We sent a mail to {hint}. Open its link and press the button there before {when}.', {
    hint,
    when: timeText(confirmBy ?? 0),
  });
};

interface ChoicesProps {
  readonly mail: Mail | null;
  readonly wallet: ConnectedWallet;
  readonly onChange: (mail: Mail | null) => void;
}

const Choices = ({ mail, wallet: { wallet }, onChange }: ChoicesProps) => {
  const { weir } = useServices();
  const [email, setEmail, forgetEmail] = useKeptState<string>('email', '');
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(mail?.kinds ?? NOTIFICATION_KINDS));
  const [isQuiet, setQuiet] = useState(mail === null || mail.quiet !== null);
  const [hours, setHours] = useState(mail?.quiet ?? { from: 22, until: 7 });
  const [saving, ending] = [useTask(), useTask()];
  const save = async (): Promise<void> => {
    const choices = { kinds: [...kinds], timeZone: timeZone(), quiet: isQuiet ? hours : null };
    const typed = email.trim();
    onChange((await weir.people.subscribeMail({ ...choices, ...(typed !== '' && { email: typed }) }, wallet)).mail);
    forgetEmail();
  };
  const end = async (): Promise<void> => {
    await weir.people.removeMail(wallet);
    onChange(null);
  };
  const hourField = (label: string, name: 'from' | 'until') => (
    <Field label={label}>
      <SelectInput
        value={String(hours[name])}
        onChange={(hour) => setHours({ ...hours, [name]: Number(hour) })}
        options={HOURS}
      />
    </Field>
  );
  return (
    <Stack
      as="form"
      gap={16}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(save);
      }}
    >
      {mail !== null && <p role="status">{stateText(mail)}</p>}
      <Field
        label={t('E-mail address')}
        hint={
          mail === null
            ? t('We send one mail first. No other mail follows until you open its link and press the button there.')
            : t('Leave it empty to keep the address.')
        }
      >
        <TextInput value={email} onChange={setEmail} required={mail === null} />
      </Field>
      <fieldset className={styles['choice']}>
        <legend>{t('Notify me when')}</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.has(kind)}
              onChange={({ target }) => {
                const chosen = new Set(kinds);
                if (target.checked) chosen.add(kind);
                else chosen.delete(kind);
                setKinds(chosen);
              }}
            />
            <span>{t(KIND_WORDS[kind][0])}</span>
            <span className={styles['hint']}>{t(KIND_WORDS[kind][1])}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choice']}>
        <legend>{t('Quiet hours')}</legend>
        <label>
          <input type="checkbox" checked={isQuiet} onChange={({ target }) => setQuiet(target.checked)} />
          <span>{t('Send nothing at night')}</span>
          <span className={styles['hint']}>{t('News from these hours comes in one mail afterwards.')}</span>
        </label>
        {isQuiet && (
          <Columns gap={16}>
            {hourField(t('From'), 'from')}
            {hourField(t('Until'), 'until')}
          </Columns>
        )}
      </fieldset>
      <div className={styles['held']}>
        <Button type="submit">{mail === null ? t('Send me messages') : t('Save')}</Button>
        {mail !== null && <Button onClick={() => void ending.run(end)}>{t('Stop messages')}</Button>}
      </div>
      <TaskState task={saving} what={t('Saving…')} />
      <TaskState task={ending} what={t('Saving…')} />
    </Stack>
  );
};

const Messages = ({ wallet }: { readonly wallet: ConnectedWallet }) => {
  const { weir } = useServices();
  const [mail, setMail] = useState<Mail | null>();
  const task = useTask();
  const read = async (): Promise<void> => setMail((await weir.people.mail(wallet.wallet)).mail);
  if (mail !== undefined) return <Choices key={mail?.status} mail={mail} wallet={wallet} onChange={setMail} />;
  return (
    <>
      <p>{t('Get e-mails about your address. Your wallet has to sign in first.')}</p>
      {wallet.addresses.length > 1 && (
        <p>{rich('Of your addresses it is this one: {address}', { address: <Address address={wallet.address} /> })}</p>
      )}
      <Button onClick={() => void task.run(read)}>{t('Set up messages')}</Button>
      <TaskState task={task} what={t('Waiting for your wallet…')} />
    </>
  );
};

/** Messages by e-mail about the wallet's address; nothing where the service sends none. */
export const MailCard = () => {
  const isOffered = useInfo().data?.features.mail === true;
  const connected = useWallet();
  if (!isOffered) return null;
  return (
    <Card title={t('Messages by e-mail')}>
      {connected === undefined ? (
        <p>{t('Connect a wallet to get e-mails about its address.')}</p>
      ) : (
        <Messages key={connected.address} wallet={connected} />
      )}
    </Card>
  );
};
