import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Answered, type Campaign, isSameAddress } from '@weir/client';
import { MAX_ADDRESSES } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { lacksFee } from '../airdrops/claim-fees.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { shortAddress } from '../format/identifiers.js';
import { ChoiceField } from '../forms/choice-field.js';
import { timesOfVesting, unlockText } from '../forms/lock-schedule.js';
import { useBalance } from '../forms/use-balance.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { Worth } from '../records/worth.js';
import { Button } from '../ui/button.js';
import { useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { Failed, TaskState, Waiting } from '../ui/states.js';
import { Address, Amount, PartyName } from '../ui/values.js';
import { useSignIn } from '../wallet/use-sign-in.js';
import { type ConnectedWallet, owns, useIsReconnecting, useWallet, walletMenu } from '../wallet/wallet-store.js';
import { AskToBeAdded } from './ask-to-be-added.js';
import { BeforeFunding } from './before-funding.js';
import styles from './claim-page.module.css';
import { type Claim, Claimed, ClaimedBefore, type ClaimLock } from './claimed.js';

/** Whether the service sends a claim by itself: of a campaign for everybody, the claimer signs who they are. */
const isRelayed = ({ sponsor_fees: isSponsored, require_kyc: hasList }: Campaign): boolean => isSponsored && hasList;

/** Whether only those whom the list names see their rows. */
const isPrivate = ({ require_kyc: hasList, public_list: isOpen }: Campaign): boolean => hasList && !isOpen;

const feeText = (campaign: Campaign): string => {
  if (isRelayed(campaign)) return t('The creator pays the network’s fee: you need no BCH, and sign nothing.');
  return campaign.sponsor_fees
    ? t('The creator pays the network’s fee: you need no BCH, and sign for what you get.')
    : t('You pay the network’s fee from your wallet, less than 0.0001 BCH.');
};

/** The one button of the page, at the bottom of a phone, with what is said about it. */
const Bottom = ({ note, children }: { readonly note: ReactNode; readonly children: ReactNode }) => (
  <Stack gap={8} className={styles['bottom']}>
    <p className={styles['note']}>{note}</p>
    {children}
  </Stack>
);

/** Height of the button, pixels. */
const BUTTON_HEIGHT = 44;

/** Says in the button's place what is waited for, so that nothing moves once it is known. */
const Awaited = ({ campaign, what }: { readonly campaign: Campaign; readonly what: string }) => (
  <Bottom note={feeText(campaign)}>
    <Waiting what={what} height={BUTTON_HEIGHT} />
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
            : t('Nothing can be paid out yet.')}
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
  /** Which of the wallet's addresses to begin with; by default the first that can claim. */
  readonly claimer?: string | undefined;
}

const useEligible = ({ id }: Campaign, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['claimable', connected?.addresses.join(), id],
    queryFn: () => weir.airdrops.claimable(connected?.wallet, { campaign: id }),
    enabled: connected !== undefined,
  });
};

/** How many of the latest claims are looked through for those of a wallet. */
const SEARCHED_CLAIMS = 500;

/** Reads the claims that a wallet has made, of the latest ones; nothing without a wallet. */
const useEarlierClaims = ({ id }: Campaign, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', id, 'claims', connected?.addresses.join()],
    queryFn: async () => {
      const own: Claim[] = [];
      let count = 0;
      for await (const claim of weir.airdrops.at(id).claims()) {
        count += 1;
        if (owns(connected, claim.claimer)) own.push(claim);
        if (count === SEARCHED_CLAIMS) break;
      }
      return own;
    },
    enabled: connected !== undefined,
  });
};

type Row = Answered<'ClaimableResponse'>['claimable'][number];

/** Says why a wallet has nothing to claim. */
const nothingText = (count: number): string =>
  count === 1
    ? t(
        'This address has nothing to claim: it is not on the list, or has claimed all it may. Connect the wallet whose address was announced.',
      )
    : t(
        'None of the addresses of this wallet has anything to claim: they are not on the list, or have claimed everything. Connect the wallet whose address was announced.',
      );

/** Says which addresses of a wallet were not looked up, if any. */
const Unasked = ({ count, isWhole }: { readonly count: number; readonly isWhole: boolean }) => (
  <>
    {count > MAX_ADDRESSES && (
      <p>{t('Only the first {count} addresses of the wallet were looked up.', { count: numberText(MAX_ADDRESSES) })}</p>
    )}
    {!isWhole && (
      <p>
        {t(
          'The list is private, and the wallet has proved only some of its addresses. The others were not checked. Reload the page to prove all of them.',
        )}
      </p>
    )}
  </>
);

/** Lets the user choose which of the wallet's addresses claims, where several can. */
const ClaimerChoice = ({
  campaign,
  rows,
  mine,
  onChoose,
}: {
  readonly campaign: Campaign;
  readonly rows: readonly Row[];
  readonly mine: Row;
  readonly onChoose: (address: string) => void;
}) =>
  rows.length > 1 && (
    <ChoiceField
      label={t('Several of your addresses can claim. Each needs its own claim:')}
      value={mine.address}
      onChange={onChoose}
      options={rows.map(
        ({ address, amountBase }) => [address, shortAddress(address), amountWithUnit(amountBase, campaign)] as const,
      )}
    />
  );

/** Shows what the connected wallet can claim, with the button to do so; then what it has got, and what else it can claim. */
export const ClaimForm = ({ claimer, ...props }: ClaimFormProps) => {
  const [round, setRound] = useState(0);
  return (
    <OneClaim key={round} {...props} claimer={round === 0 ? claimer : undefined} onMore={() => setRound(round + 1)} />
  );
};

const OneClaim = ({ campaign, promised, claimer, onMore }: ClaimFormProps & { readonly onMore: () => void }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const client = useQueryClient();
  const verb = useVerb('airdrop', campaign.id);
  const eligible = useEligible(campaign, connected);
  const isLackingFee = lacksFee(campaign.sponsor_fees, useBalance()?.amountBase);
  const [claimed, setClaimed] = useState<Row>();
  const [chosen, choose] = useState(claimer);
  const rows = eligible.data?.claimable ?? [];
  const mine = rows.find(({ address }) => chosen !== undefined && isSameAddress(address, chosen)) ?? rows[0];
  const isProven = connected !== undefined && weir.isSignedIn(connected.address);
  const signWith = useSignIn();
  const signIn = isProven ? undefined : signWith;
  const signingIn = useTask();
  const isOver = campaign.status !== 'PENDING' && campaign.status !== 'ACTIVE';
  const hasNone = isOver || (eligible.isSuccess && rows.length === 0);
  const before = useEarlierClaims(campaign, hasNone ? connected : undefined);
  const isWhole = !isPrivate(campaign) || eligible.data?.privateListsIncluded !== false;
  const hero = (
    <>
      <div className={styles['amount']}>{promised}</div>
      <LockNote campaign={campaign} />
    </>
  );
  // Checked before the status, since the last claim completes the campaign.
  if (verb.state.phase === 'done' && claimed !== undefined)
    return (
      <Claimed
        campaign={campaign}
        amountBase={claimed.amountBase}
        lock={claimed.lock}
        to={claimed.address}
        txHash={verb.state.txHash}
      >
        {rows.length > 0 && !eligible.isFetching && (
          <>
            <p>
              {plural(rows.length, {
                one: 'One more address of yours can claim.',
                other: '{count} more addresses of yours can claim.',
              })}
            </p>
            <Button onClick={onMore}>{t('Claim the next')}</Button>
          </>
        )}
      </Claimed>
    );
  if (campaign.status === 'PENDING') return <BeforeFunding campaign={campaign} />;
  if (isOver) {
    if (isReconnecting || before.isLoading) return <Waiting what={t('Looking up your address…')} />;
    return (
      <>
        {before.data !== undefined && before.data.length > 0 && (
          <ClaimedBefore campaign={campaign} claims={before.data} />
        )}
        <p role="status">{t('It is over. No more claims are possible.')}</p>
      </>
    );
  }
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
  const claim = async (row: Row): Promise<void> => {
    setClaimed(row);
    await verb.run('claim', connected.wallet, (wallet, options) =>
      weir.airdrops.at(campaign.id).claim(wallet, {
        ...options,
        address: row.address,
        ...(!isRelayed(campaign) && { isRelayed: false }),
      }),
    );
    await client.invalidateQueries();
  };
  // What is claimed without another signature needs no second press. A lock's dates, and a fee, are shown before the claim.
  const isOnePress = isRelayed(campaign) && campaign.vesting === null;
  const signInAndClaim = async (signs: () => Promise<void>): Promise<void> => {
    await signs();
    if (!isOnePress) return;
    const { data } = await eligible.refetch();
    const [only, ...others] = data?.claimable ?? [];
    // Of several rows the user chooses.
    if (only !== undefined && others.length === 0) await claim(only);
  };
  if (eligible.error !== null && eligible.data === undefined)
    return <Failed error={eligible.error} retry={() => void eligible.refetch()} />;
  if (eligible.isPending)
    return (
      <>
        {hero}
        <Awaited campaign={campaign} what={t('Looking up your address…')} />
      </>
    );
  if (mine === undefined && before.isLoading)
    return (
      <>
        {hero}
        <Awaited campaign={campaign} what={t('Looking up your address…')} />
      </>
    );
  if (mine === undefined && before.data !== undefined && before.data.length > 0)
    return <ClaimedBefore campaign={campaign} claims={before.data} />;
  if (mine === undefined && !isWhole && signIn !== undefined)
    return (
      <>
        {hero}
        <Bottom
          note={
            isOnePress
              ? t(
                  'The list is private. You sign a message, which moves nothing, and get your share if you are on the list.',
                )
              : t('The list is private. Sign in to see whether you are on it: you sign a message, which moves nothing.')
          }
        >
          <Button
            look="main"
            disabled={signingIn.isRunning}
            onClick={() => void signingIn.run(() => signInAndClaim(signIn))}
          >
            {isOnePress ? t('Sign in and claim') : t('Sign in with your wallet')}
          </Button>
        </Bottom>
        <TaskState task={signingIn} what={t('Waiting for your wallet to sign in. This moves no money…')} />
      </>
    );
  if (mine === undefined)
    return (
      <>
        <p role="status" className={styles['nothing']}>
          {nothingText(connected.addresses.length)}
        </p>
        <Unasked count={connected.addresses.length} isWhole={isWhole} />
        <AskToBeAdded campaign={campaign} address={connected.address} />
        <SwitchWallet connected={connected} />
      </>
    );
  return (
    <>
      <div className={styles['amount']}>
        <span>{t('You can claim')}</span>
        <span className={styles['hero']}>
          <Amount base={mine.amountBase} of={campaign} />
        </span>
        <Worth base={mine.amountBase} of={campaign} />
        {mine.claimsLeft > 1 && <span>{plural(mine.claimsLeft, { one: '{count} time', other: '{count} times' })}</span>}
        {connected.addresses.length > 1 && (
          <span>{rich('for {address}', { address: <PartyName address={mine.address} /> })}</span>
        )}
      </div>
      <ClaimerChoice campaign={campaign} rows={rows} mine={mine} onChoose={choose} />
      <Unasked count={connected.addresses.length} isWhole={isWhole} />
      <LockNote campaign={campaign} lock={mine.lock} />
      {isLackingFee ? (
        <>
          <p role="alert">
            {t(
              'You cannot claim yet: the creator does not pay the network’s fee, and this address has no BCH for it. Send it about 0.0001 BCH, a few cents, from a wallet or an exchange; this page goes on as soon as it arrives.',
            )}
          </p>
          <Address address={mine.address} />
        </>
      ) : (
        <Bottom note={feeText(campaign)}>
          <Button look="main" disabled={verb.isRunning} onClick={() => void claim(mine)}>
            {t('Claim')}
          </Button>
        </Bottom>
      )}
      <ActionState state={verb.state} />
    </>
  );
};
