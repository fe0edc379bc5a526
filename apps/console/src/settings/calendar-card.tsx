import { useState } from 'react';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

const Links = ({ wallet }: Pick<ConnectedWallet, 'wallet'>) => {
  const { weir, settings } = useServices();
  const [link, setLink] = useState<string>();
  const [isRemoved, setRemoved] = useState(false);
  const task = useTask();
  const make = async (): Promise<void> => {
    const { path } = await weir.people.calendar(wallet);
    setLink(`${settings.apiUrl === '' ? location.origin : settings.apiUrl}${path}`);
    setRemoved(false);
  };
  const remove = async (): Promise<void> => {
    await weir.people.removeCalendar(wallet);
    setLink(undefined);
    setRemoved(true);
  };
  return (
    <>
      <p>
        {t(
          'A link for your calendar program, with the dates of your payments. Anybody with the link can read them. A new link replaces the old one.',
        )}
      </p>
      {link !== undefined && <Copyable text={link} shown={link} what={t('calendar link')} />}
      {isRemoved && <p role="status">{t('The link no longer works.')}</p>}
      <Button disabled={task.isRunning} onClick={() => void task.run(make)}>
        {t('Make a new link')}
      </Button>
      <Button look="quiet" disabled={task.isRunning} onClick={() => void task.run(remove)}>
        {t('Remove the link')}
      </Button>
      <TaskState task={task} what={t('Waiting for your wallet…')} />
    </>
  );
};

/** A link by which calendar programs read the dates of the wallet's address. */
export const CalendarCard = () => {
  const connected = useWallet();
  return (
    <Card title={t('Calendar')}>
      {connected === undefined ? (
        <p>{t('Connect a wallet to see its dates in your calendar.')}</p>
      ) : (
        <Links key={connected.address} wallet={connected.wallet} />
      )}
    </Card>
  );
};
