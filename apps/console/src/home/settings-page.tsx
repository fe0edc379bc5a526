import { useInfo, useServices } from '../api/services.js';
import { ThemeSwitch } from '../app/theme-switch.js';
import { Button } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Address } from '../ui/values.js';
import { useWallet, walletMenu } from '../wallet/wallet-store.js';

/** Page of what the user can set, and of which service this is. */
const SettingsPage = () => {
  usePageTitle('Settings');
  const { settings } = useServices();
  const { data } = useInfo();
  const connected = useWallet();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <h1>Settings</h1>
      <Card title="Wallet">
        {connected === undefined ? <p>None is connected.</p> : <Address address={connected.address} />}
        <Button onClick={() => walletMenu.set(true)}>
          {connected === undefined ? 'Connect a wallet' : 'Change or disconnect'}
        </Button>
      </Card>
      <Card title="Appearance">
        <ThemeSwitch />
      </Card>
      <Card title="Service">
        <Facts
          facts={[
            ['Network', data?.network],
            ['API', settings.apiUrl === '' ? location.origin : settings.apiUrl],
            ['Version', data?.version],
            ['Times are in', zone],
          ]}
        />
      </Card>
    </>
  );
};

export default SettingsPage;
