import { Link } from '@tanstack/react-router';
import { useInfo, useServices } from '../api/services.js';
import { timeZone } from '../language/locale.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Address } from '../ui/values.js';
import { useIsReconnecting, useWallet, walletMenu } from '../wallet/wallet-store.js';
import { CalendarCard } from './calendar-card.js';
import { LanguageChoice } from './language-choice.js';
import { MailCard } from './mail-card.js';
import { ThemeChoice } from './theme-choice.js';

/** Height of an address on a phone, pixels. */
const ADDRESS_HEIGHT = 41;

/** Page of what the user can set, and of which service this is. */
const SettingsPage = () => {
  usePageTitle(t('Settings'));
  const { settings } = useServices();
  const { data } = useInfo();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const zone = timeZone();
  return (
    <>
      <h1>{t('Settings')}</h1>
      <Card title={t('Wallet')}>
        {connected !== undefined && <Address address={connected.address} />}
        {connected === undefined &&
          (isReconnecting ? (
            <p role="status" style={{ minHeight: ADDRESS_HEIGHT }}>
              {t('Connecting your wallet…')}
            </p>
          ) : (
            <p>{t('No wallet is connected.')}</p>
          ))}
        <Button onClick={() => walletMenu.set(true)}>
          {connected === undefined && !isReconnecting ? t('Connect a wallet') : t('Change or disconnect')}
        </Button>
      </Card>
      <Card title={t('Lost key')}>
        <p>
          {rich(
            'Did a signer of a treasury lose their key? Open the treasury in <a>your treasuries</a>, then “A signer lost their key?”.',
            { a: (inside) => <Link to="/vaults">{inside}</Link> },
          )}
        </p>
      </Card>
      <Card title={t('Appearance')}>
        <LanguageChoice />
        <ThemeChoice />
      </Card>
      <Card title={t('Service')}>
        <Facts
          facts={[
            [t('Network'), data?.network ?? '…'],
            ['API', settings.apiUrl === '' ? location.origin : settings.apiUrl],
            [t('Version'), data?.version ?? '…'],
            [t('Times are in'), zone],
          ]}
        />
      </Card>
      <CalendarCard />
      {/* Not every service has it: nothing below it moves. */}
      <MailCard />
    </>
  );
};

export default SettingsPage;
