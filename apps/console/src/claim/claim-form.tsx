import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { lacksFee } from '../airdrops/claim-fees.js';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { timesOfVesting, unlockText } from '../forms/lock-schedule.js';
import { useBalance } from '../forms/use-balance.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address, Amount } from '../ui/values.js';
import { type ConnectedWallet, useIsReconnecting, useWallet, walletMenu } from '../wallet/wallet-store.js';
import styles from './claim-page.module.css';
import { Claimed, type ClaimedProps, type ClaimLock } from './claimed.js';

/** Whether the service sends a claim by itself: of a campaign for everybody, the claimer signs who they are. */
const isRelayed = ({ sponsor_fees: isSponsored, require_kyc: hasList }: Campaign): boolean => isSponsored && hasList;

const feeText = (campaign: Campaign): string => {
  if (isRelayed(campaign)) return t('The creator pays the network’s fee: you need no BCH, and sign nothing.');
  return campaign.sponsor_fees
    ? t('The creator pays the network’s fee: you need no BCH, and sign for what you get.')
    : t('You pay the network’s fee from this address, less than 0.0001 BCH.');
};

/** The one button of the page, at the bottom of a phone, with what is said about it. */
const Bottom = ({ note, children }: { readonly note: ReactNode; readonly children: ReactNode }) => (
  <div className={styles['bottom']}>
    <p className={styles['note']}>{note}</p>
    {children}
  </div>
);

/** Says in the button's place what is waited for, so that nothing moves once it is known. */
const Awaited = ({ campaign, what }: { readonly campaign: Campaign; readonly what: string }) => (
  <Bottom note={feeText(campaign)}>
    <Waiting what={what} height={44} />
  </Bottom>
);

const SwitchWallet = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const change = async (): Promise<void> => {
    await connected.disconnect();
    walletMenu.set(true);
  };
  return (
    <Bottom note={t('Connected: {address}', { address: shortAddress(connected.address) })}>
      <Button look="main" onClick={() => void change()}>
        {t('Switch wallet')}
      </Button>
    </Bottom>
  );
};

/** Says what a claim gets where it is a lock: what of it can be paid out at once, and when the rest unlocks. */
const LockNote = ({ campaign, lock }: { readonly campaign: Campaign; readonly lock?: ClaimLock | null }) => {
  const { vesting } = campaign;
  if (vesting === null) return null;
  return (
    <div className={styles['lock']}>
      <p>
        <LockKeyhole size={18} aria-hidden="true" />
        <strong>{t('You get a lock, which pays over time. Nobody can take it back.')}</strong>
      </p>
      {lock != null && (
        <p>
          {lock.unlockedNowBase > 0n
            ? rich('{amount} of it can be paid out at once.', {
                amount: <Amount base={lock.unlockedNowBase} of={campaign} />,
              })
            : t('Nothing of it can be paid out yet.')}
        </p>
      )}
      <p>{unlockText(timesOfVesting(vesting))}</p>
    </div>
  );
};

interface ClaimFormProps {
  readonly campaign: Campaign;
  /** What is shown until it is known who claims. */
  readonly promised: ReactNode;
}

const useEligible = ({ id }: Campaign, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['claimable', connected?.address, id],
    queryFn: () => weir.airdrops.claimable(connected?.wallet, { campaign: id }),
    enabled: connected !== undefined,
  });
};

/** Shows what the connected wallet can claim, with the button to do so; then what it has got. */
export const ClaimForm = ({ campaign, promised }: ClaimFormProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const client = useQueryClient();
  const verb = useVerb('airdrop', campaign.id);
  const eligible = useEligible(campaign, connected);
  const isLackingFee = lacksFee(campaign.sponsor_fees, useBalance()?.amountBase);
  const [claimed, setClaimed] = useState<Pick<ClaimedProps, 'amountBase' | 'lock'>>({ amountBase: 0n, lock: null });
  const mine = eligible.data?.claimable[0];
  const hero = (
    <>
      <div className={styles['amount']}>{promised}</div>
      <LockNote campaign={campaign} />
    </>
  );
  // Checked before the status, since the last claim completes the campaign.
  if (verb.state.phase === 'done' && connected !== undefined)
    return <Claimed campaign={campaign} {...claimed} to={connected.address} txHash={verb.state.txHash} />;
  if (campaign.status !== 'ACTIVE')
    return (
      <p role="status">
        {campaign.status === 'PENDING'
          ? t('Not open yet: the creator has not funded it. Come back later.')
          : t('It is over: nothing can be claimed any more.')}
      </p>
    );
  if (isReconnecting)
    return (
      <>
        {hero}
        <Awaited campaign={campaign} what={t('Connecting your wallet…')} />
      </>
    );
  if (connected === undefined)
    return (
      <>
        {hero}
        <Bottom note={t('{campaign} Connecting signs and pays nothing.', { campaign: feeText(campaign) })}>
          <Button look="main" onClick={() => walletMenu.set(true)}>
            {t('Connect a wallet')}
          </Button>
        </Bottom>
      </>
    );
  if (eligible.error !== null) return <Failed error={eligible.error} retry={() => void eligible.refetch()} />;
  if (eligible.isPending)
    return (
      <>
        {hero}
        <Awaited campaign={campaign} what={t('Looking your address up…')} />
      </>
    );
  if (mine === undefined)
    return (
      <>
        <p role="status" className={styles['nothing']}>
          {t(
            'This address has nothing to claim: it is not on the list, or has claimed all it may. Connect the wallet whose address was announced.',
          )}
        </p>
        <SwitchWallet connected={connected} />
      </>
    );
  const claim = async (): Promise<void> => {
    setClaimed(mine);
    await verb.run('claim', connected.wallet, (wallet, options) =>
      weir.airdrops.at(campaign.id).claim(wallet, { ...options, ...(!isRelayed(campaign) && { isRelayed: false }) }),
    );
    await client.invalidateQueries();
  };
  return (
    <>
      <div className={styles['amount']}>
        <span>{t('You can claim')}</span>
        <span className={styles['hero']}>
          <Amount base={mine.amountBase} of={campaign} />
        </span>
        {mine.claimsLeft > 1 && <span>{plural(mine.claimsLeft, { one: '{count} time', other: '{count} times' })}</span>}
      </div>
      <LockNote campaign={campaign} lock={mine.lock} />
      {isLackingFee ? (
        <>
          <p role="alert">
            {t(
              'You cannot claim yet: the creator does not pay the network’s fee, and this address has no BCH for it. Send it about 0.0001 BCH, a few cents, from a wallet or an exchange; this page goes on as soon as it arrives.',
            )}
          </p>
          <Address address={connected.address} />
        </>
      ) : (
        <Bottom note={feeText(campaign)}>
          <Button look="main" disabled={verb.isRunning} onClick={() => void claim()}>
            {t('Claim')}
          </Button>
        </Bottom>
      )}
      <ActionState state={verb.state} />
    </>
  );
};
