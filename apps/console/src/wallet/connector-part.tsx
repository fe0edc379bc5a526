import { useState } from 'react';
import { t } from '../language/text.js';
import { Button, buttonClass } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { connect } from './connect.js';
import type { Site } from './connector.types.js';
import type { ConnectorOffer } from './connectors.js';
import { walletMenu } from './wallet-store.js';

interface Code {
  /** Opens it in a wallet on this device. */
  readonly link: string;
  /** URL of the picture. */
  readonly picture: string;
}

/** Whether the page is on a phone, whose own wallet is to be opened: it cannot scan its own screen. */
const isOnPhone = (): boolean => matchMedia('(pointer: coarse) and (max-width: 719px)').matches;

/** Opens a wallet on a phone, or shows a code for one elsewhere. */
const PairingCode = ({ link, picture }: Code) => (
  <>
    {isOnPhone() ? (
      <a href={link} className={buttonClass('main')}>
        {t('Open in wallet')}
      </a>
    ) : (
      <>
        <img className={dialog['qr']} src={picture} alt={t('Code to scan with the wallet')} />
        <a href={link}>{t('Open it in a wallet on this device')}</a>
      </>
    )}
    <p>
      {t('Or copy the code:')} <Copyable text={link} shown={`${link.slice(0, 18)}…`} what={t('code')} />
    </p>
    <Waiting what={t('Waiting for you to approve it in your wallet…')} on="person" />
  </>
);

/** A way to connect a wallet. Its code is loaded, and others are contacted, only when the user asks for it. */
export const ConnectorPart = ({
  offer: { id, title, about, limits, action, missing },
  site,
}: {
  readonly offer: ConnectorOffer;
  readonly site: Site;
}) => {
  const [state, setState] = useState<{ code?: Code; error?: unknown } | undefined>();
  const start = async (): Promise<void> => {
    setState({});
    try {
      await connect(id, site, (link, code) => {
        void import('uqr').then(({ renderSVG }) =>
          setState({ code: { link, picture: `data:image/svg+xml,${encodeURIComponent(renderSVG(code))}` } }),
        );
      });
      setState(undefined);
      walletMenu.set(false);
    } catch (error) {
      setState({ error });
    }
  };
  const lack = missing(site);
  return (
    <Stack as="section" gap={10} align="start" className={dialog['part']}>
      <h3>{t(title)}</h3>
      {state === undefined && <p>{lack ?? t(about)}</p>}
      {state === undefined && lack === undefined && limits !== undefined && <p>{t(limits)}</p>}
      {state === undefined && lack === undefined && <Button onClick={() => void start()}>{action()}</Button>}
      {state?.error !== undefined && <Failed error={state.error} retry={() => void start()} />}
      {state !== undefined && state.error === undefined && state.code === undefined && (
        <Waiting what={t('Waiting for the wallet…')} on="person" />
      )}
      {state?.code !== undefined && <PairingCode {...state.code} />}
    </Stack>
  );
};
