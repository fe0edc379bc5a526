import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { Address, Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { answerLink } from './invitation.js';
import { ASKING } from './signer-fields.js';
import { type SignerKey, signerKeyOf } from './signer-key.js';

const route = getRouteApi('/vaults/join');

/** Page of an invitation to sign for a treasury: the wallet shows its key, which a link brings back. */
const JoinPage = () => {
  usePageTitle(t('Invitation'));
  const { name, place, ...answersTo } = route.useSearch();
  const connected = useWallet();
  const task = useTask();
  const [key, setKey] = useState<SignerKey>();
  const link = key === undefined ? undefined : answerLink({ place, ...answersTo, ...key });
  return (
    <>
      <h1>{name === '' ? t('Sign for a treasury') : t('Sign for {name}', { name })}</h1>
      <Card title={t('You would be signer {place} of 3', { place })}>
        <p>
          {t(
            'Two of the three signers sign every payment of the treasury, each in their own wallet. Your private key stays in your wallet; you share only your address and your public key.',
          )}
        </p>
        {connected === undefined && <WalletButton />}
        {connected !== undefined && link === undefined && (
          <>
            <Address address={connected.address} />
            <Button
              look="main"
              disabled={task.isRunning}
              onClick={() => void task.run(async () => setKey(await signerKeyOf(connected.wallet, connected.address)))}
            >
              {t('Sign and join')}
            </Button>
          </>
        )}
        <TaskState task={task} what={t(ASKING)} />
        {link !== undefined && (
          <>
            <p role="status">{t('Send this link back to the person who invited you. It adds you as a signer:')}</p>
            <Copyable text={link} shown={`${link.slice(0, 40)}…`} what={t('link')} />
            {'share' in navigator && (
              <Button look="main" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
                {t('Share the link')}
              </Button>
            )}
          </>
        )}
      </Card>
    </>
  );
};

export default JoinPage;
