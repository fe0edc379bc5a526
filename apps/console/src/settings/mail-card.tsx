import { useState } from 'react';
import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type SubscriptionStatus,
} from '@weir/kinds';
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
import { Cell, Columns, Row, Stack } from '../ui/layout.js';
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
  due_soon: [msg('A payday comes within a day'), msg('To you, or as a payday from you.')],
  signature_wanted: [msg('A proposal waits for your signature'), msg('In treasuries where you sign.')],
  funded: [msg('A record of yours was funded'), msg('Streams, payments, plans and airdrops.')],
  cancelled: [msg('A record of yours was cancelled'), msg('Its notice starts then.')],
  paused: [msg('A payment was paused or resumed'), msg('You pay or receive it.')],
  moved: [
    msg('A record moves to another wallet'),
    msg('You receive it, at the old or the new address, or send it. Keep this on: it shows a stolen key.'),
  ],
  purse: [
    msg('A purse of a treasury was opened, paid or sent home'),
    msg('In treasuries where you sign, or pay from a purse. Keep this on: it shows a stolen key.'),
  ],
  roster: [
    msg('Keys of a treasury were exchanged, or a recovery was called'),
    msg('In treasuries where you sign, or are the guardian. Keep this on: one signer must stop a false recovery.'),
  ],
  period_paid: [
    msg('A payday in a currency was paid'),
    msg('With the price and both amounts, to who pays and who is paid.'),
  ],
  underfunded: [
    msg('A payment in a currency ran out of money'),
    msg('To who pays and who is paid. Keep this on if you pay: the rest of the payday is a debt.'),
  ],
  at_risk: [msg('You have to claim before a notice ends'), msg('Fees are above what the contract can pay by itself.')],
};

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

/** How messages of a channel are set up, in words. */
interface ChannelWords {
  readonly title: Message;
  /** Of the field that says where they go. */
  readonly target: Message;
  /** What happens first, below that field. */
  readonly first: Message;
  /** @param hint the target in part */
  readonly refused: (hint: string) => string;
  /** @param hint the target in part */
  readonly asked: (hint: string, when: string) => string;
  readonly signIn: Message;
  readonly connect: Message;
}

const CHANNEL_WORDS: Readonly<Record<NotificationChannel, ChannelWords>> = {
  email: {
    title: msg('Messages by e-mail'),
    target: msg('E-mail address'),
    first: msg('We send one mail first. No other mail follows until you open its link and press the button there.'),
    refused: (hint) => t('{hint} does not exist, or takes no mail from here. Enter another address.', { hint }),
    asked: (hint, when) =>
      t('We sent a mail to {hint}. Open its link and press the button there before {when}.', { hint, when }),
    signIn: msg('Get e-mails about your address. Your wallet has to sign in first.'),
    connect: msg('Connect a wallet to get e-mails about its address.'),
  },
};

interface Mail {
  readonly channel: NotificationChannel;
  readonly hint: string;
  readonly status: SubscriptionStatus;
  readonly kinds: readonly Kind[];
  readonly quiet: { readonly from: number; readonly until: number } | null;
  readonly confirmBy: number | null;
}

const stateText = ({ channel, status, hint, confirmBy }: Mail): string => {
  if (status === 'active') return t('Messages go to {hint}.', { hint });
  if (status === 'refused') return CHANNEL_WORDS[channel].refused(hint);
  return CHANNEL_WORDS[channel].asked(hint, timeText(confirmBy ?? 0));
};

interface ChoicesProps {
  readonly channel: NotificationChannel;
  readonly mail: Mail | null;
  readonly wallet: ConnectedWallet;
  readonly onChange: (mail: Mail | null) => void;
}

const Choices = ({ channel, mail, wallet: { wallet }, onChange }: ChoicesProps) => {
  const { weir } = useServices();
  const [target, setTarget, forgetTarget] = useKeptState<string>(channel, '');
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(mail?.kinds ?? NOTIFICATION_KINDS));
  const [isQuiet, setQuiet] = useState(mail === null || mail.quiet !== null);
  const [hours, setHours] = useState(mail?.quiet ?? { from: 22, until: 7 });
  const [saving, ending] = [useTask(), useTask()];
  const save = async (): Promise<void> => {
    const choices = { channel, kinds: [...kinds], timeZone: timeZone(), quiet: isQuiet ? hours : null };
    const typed = target.trim();
    onChange((await weir.people.subscribeMail({ ...choices, ...(typed !== '' && { target: typed }) }, wallet)).mail);
    forgetTarget();
  };
  const end = async (): Promise<void> => {
    await weir.people.removeMail(wallet, { channel });
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
        label={t(CHANNEL_WORDS[channel].target)}
        hint={mail === null ? t(CHANNEL_WORDS[channel].first) : t('Leave it empty to keep the address.')}
      >
        <TextInput value={target} onChange={setTarget} required={mail === null} />
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
            <Cell as="span" column={2} className={styles['hint']}>
              {t(KIND_WORDS[kind][1])}
            </Cell>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choice']}>
        <legend>{t('Quiet hours')}</legend>
        <label>
          <input type="checkbox" checked={isQuiet} onChange={({ target }) => setQuiet(target.checked)} />
          <span>{t('Send nothing at night')}</span>
          <Cell as="span" column={2} className={styles['hint']}>
            {t('News from these hours comes in one mail afterwards.')}
          </Cell>
        </label>
        {isQuiet && (
          <Columns gap={16}>
            {hourField(t('From'), 'from')}
            {hourField(t('Until'), 'until')}
          </Columns>
        )}
      </fieldset>
      <Row isLine gap={12} align="center" className={styles['held']}>
        <Button type="submit">{mail === null ? t('Send me messages') : t('Save')}</Button>
        {mail !== null && <Button onClick={() => void ending.run(end)}>{t('Stop messages')}</Button>}
      </Row>
      <TaskState task={saving} what={t('Saving…')} />
      <TaskState task={ending} what={t('Saving…')} />
    </Stack>
  );
};

interface MessagesProps {
  readonly channel: NotificationChannel;
  readonly wallet: ConnectedWallet;
}

const Messages = ({ channel, wallet }: MessagesProps) => {
  const { weir } = useServices();
  const [mail, setMail] = useState<Mail | null>();
  const task = useTask();
  const read = async (): Promise<void> => setMail((await weir.people.mail(wallet.wallet, { channel })).mail);
  if (mail !== undefined)
    return <Choices key={mail?.status} channel={channel} mail={mail} wallet={wallet} onChange={setMail} />;
  return (
    <>
      <p>{t(CHANNEL_WORDS[channel].signIn)}</p>
      {wallet.addresses.length > 1 && (
        <p>{rich('Of your addresses it is this one: {address}', { address: <Address address={wallet.address} /> })}</p>
      )}
      <Button onClick={() => void task.run(read)}>{t('Set up messages')}</Button>
      <TaskState task={task} what={t('Waiting for your wallet…')} />
    </>
  );
};

/** Messages about the wallet's address: a card for each channel that the service offers. */
export const MailCard = () => {
  const channels = useInfo().data?.features.channels ?? [];
  const connected = useWallet();
  return channels.map((channel) => (
    <Card key={channel} title={t(CHANNEL_WORDS[channel].title)}>
      {connected === undefined ? (
        <p>{t(CHANNEL_WORDS[channel].connect)}</p>
      ) : (
        <Messages key={connected.address} channel={channel} wallet={connected} />
      )}
    </Card>
  ));
};
