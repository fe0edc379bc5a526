import { useQuery } from '@tanstack/react-query';
import { type Campaign, isWeirError } from '@weir/client';
import { useServices } from '../api/services.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { Failed, TaskState, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { useSignIn } from '../wallet/use-sign-in.js';
import { type ConnectedWallet, useIsReconnecting, useWallet, walletMenu } from '../wallet/wallet-store.js';
import { AskToBeAdded } from './ask-to-be-added.js';

/** How many of a wallet's addresses are looked up in a list. */
const ADDRESSES_ASKED = 10;

/** Looks for the first of a wallet's addresses that a list has: its amount, or null where it has none. */
const useOwnRow = (campaign: Campaign, connected: ConnectedWallet, isReadable: boolean) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', campaign.id, 'row', connected.addresses.join(), campaign.merkle_root],
    queryFn: async () => {
      for (const address of connected.addresses.slice(0, ADDRESSES_ASKED)) {
        try {
          return (await weir.airdrops.at(campaign.id).proof(address, connected.wallet)).amountBase;
        } catch (error) {
          if (!isWeirError(error, 'NOT_ELIGIBLE')) throw error;
        }
      }
      return null;
    },
    enabled: isReadable,
  });
};

/** Says whether a wallet is on a list that is not funded yet; where it is not, how to get there. */
const OwnRow = ({ campaign, connected }: { readonly campaign: Campaign; readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const signIn = useSignIn();
  const signingIn = useTask();
  const isReadable = campaign.public_list || weir.isSignedIn(connected.address);
  const row = useOwnRow(campaign, connected, isReadable);
  if (!isReadable && signIn !== undefined)
    return (
      <>
        <p>
          {t('The list is private. Sign in to see whether you are on it: you sign a message, which moves nothing.')}
        </p>
        <div>
          <Button look="main" disabled={signingIn.isRunning} onClick={() => void signingIn.run(signIn)}>
            {t('Sign in with your wallet')}
          </Button>
        </div>
        <TaskState task={signingIn} what={t('Waiting for your wallet to sign in. This moves no money…')} />
      </>
    );
  if (row.data === undefined)
    return row.error === null ? (
      <Waiting what={t('Looking up your address…')} />
    ) : (
      <Failed error={row.error} retry={() => void row.refetch()} />
    );
  if (row.data !== null)
    return (
      <p role="status">
        {rich('You are on the list. You can claim {amount} once it is funded.', {
          amount: <Amount base={row.data} of={campaign} />,
        })}
      </p>
    );
  return (
    <>
      <p role="status">{t('Your address is not on the list.')}</p>
      <AskToBeAdded campaign={campaign} address={connected.address} />
    </>
  );
};

/** Shown at the link of a campaign that is not funded yet: its list can still change, so a person who is missing says so now. */
export const BeforeFunding = ({ campaign }: { readonly campaign: Campaign }) => {
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const hasList = campaign.require_kyc && campaign.merkle_root !== null;
  return (
    <Stack gap={16}>
      <p role="status">{t('Not open yet: the creator has not funded it. Come back later.')}</p>
      {hasList && connected === undefined && !isReconnecting && (
        <>
          <p>{t('Connect your wallet to see whether its address is on the list. You can still be added.')}</p>
          <div>
            <Button look="main" onClick={() => walletMenu.set(true)}>
              {t('Connect a wallet')}
            </Button>
          </div>
        </>
      )}
      {hasList && connected !== undefined && <OwnRow campaign={campaign} connected={connected} />}
    </Stack>
  );
};
