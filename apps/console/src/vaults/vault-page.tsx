import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Proposal } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountText } from '../format/amount.js';
import { shortAddress, shortHash } from '../format/identifiers.js';
import { secondsOf } from '../format/time.js';
import { rich } from '../language/rich.js';
import { msg, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { History } from '../records/history.js';
import { RecordMoney } from '../records/record-money.js';
import { RecordPage } from '../records/record-page.js';
import { withPurses } from '../treasury/committed.js';
import { usePurses } from '../treasury/use-purses.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Part } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Skeleton } from '../ui/skeleton.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Copyable } from '../ui/values.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import { DepositForm } from './deposit-form.js';
import { Grants } from './grants.js';
import { Readers, useVault, useVaultState } from './members-only.js';
import { Members } from './members.js';
import { signerDecisions, vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import { ProposalList, useProposals } from './proposal-list.js';
import { ReceivedMoves } from './received-moves.js';
import styles from './vault.module.css';

/** Renders the QR code of an address. @returns a data URL */
const read = async (address: string): Promise<string> => {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`;
};

/** Shows the vault's address for deposits of coins and tokens from any wallet. */
const Receive = ({ address }: { readonly address: string }) => {
  const { data, refetch, isFetched } = useQuery({
    queryKey: ['receive', address],
    queryFn: () => read(address),
    enabled: false,
    staleTime: Infinity,
  });
  if (!isFetched) return <Button onClick={() => void refetch()}>{t('Deposit coins or tokens')}</Button>;
  return (
    <Stack gap={10} align="start">
      {data !== undefined && (
        <img className={styles['code']} src={data} alt={t('The treasury’s address as a code to scan')} />
      )}
      <p>
        {t('Send BCH or tokens to this address from any wallet:')}{' '}
        <Copyable text={address} shown={shortAddress(address)} what={t('address of the treasury')} />
      </p>
      <p className={styles['note']}>{t('Only two of its signers together can spend what arrives.')}</p>
    </Stack>
  );
};

type Token = NonNullable<NonNullable<ReturnType<typeof useVaultState>['data']>['tokens']>[number];

const Holding = ({ category, amountBase, nft, token }: Token) => (
  <Row as="li" isRuled gap="4px 16px" align="baseline" justify="space-between" pad="8px 0">
    <span>
      {token?.name ?? t('A token')} <Copyable text={category} shown={shortHash(category)} what={t('category')} />
      {nft !== null && (
        <span className={styles['note']}>{t('with an NFT ({capability})', { capability: nft.capability })}</span>
      )}
    </span>
    {amountBase > 0n && (
      <Amount base={amountBase} of={{ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }} />
    )}
  </Row>
);

/** Shows the coins and tokens of a vault, and how to deposit more. */
const Holdings = ({ vault }: { readonly vault: VaultDetail }) => {
  const { data, error, refetch } = useVaultState(vault.id);
  // Only of a press: the page refetches often by itself, and the button would flicker.
  const pressed = useTask();
  return (
    <Card
      title={t('Holdings')}
      aside={
        <Button small look="quiet" disabled={pressed.isRunning} onClick={() => void pressed.run(refetch)}>
          {t('Refresh')}
        </Button>
      }
    >
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={t('Loading the treasury’s coins…')} />}
      {data !== undefined && (
        <ul>
          <Row as="li" isRuled gap="4px 16px" align="baseline" justify="space-between" pad="8px 0">
            <span>{t('Bitcoin Cash')}</span>
            <Amount base={data.currentBalanceBase} of="BCH" />
          </Row>
          {data.tokens?.map((token) => (
            <Holding key={token.outpoint} {...token} />
          ))}
        </ul>
      )}
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
      {data?.tokens === null && <p>{t('Its tokens cannot be read at the moment: no server of the chain answers.')}</p>}
      {(data !== undefined || error !== null) && vaultChoicesOf(vault).canReceive && vault.contractAddress !== null && (
        <Receive address={vault.contractAddress} />
      )}
    </Card>
  );
};

/** What a vault can pay over time, or give away. */
const CREATES = [
  ['/streams/new', msg('A stream')],
  ['/payments/new', msg('A payment')],
  ['/currency-payments/new', msg('A payment in a currency')],
  ['/plans/new', msg('Grants or salaries')],
  ['/airdrops/new', msg('An airdrop')],
] as const;

/** Shows what the user can do with a vault now. */
const VaultActions = ({ vault }: { readonly vault: VaultDetail }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const { id } = vault;
  const deposit = useVerb('vault', id);
  const choices = vaultChoicesOf(vault);
  const pay = async (amount?: bigint): Promise<boolean> => {
    if (connected === undefined) return false;
    const { isDone } = await deposit.run('deposit', connected.wallet, (wallet, options) =>
      weir.vaults.at(id).deposit(wallet, { ...options, amount }),
    );
    return isDone;
  };
  return (
    <Part title={t('Next step')}>
      {vault.roster?.phase === 'recovering' && (
        <Caution title={t('A recovery is running')}>
          <Link to="/vaults/$id/policies" params={{ id }}>
            {t('See who called it, and stop it')}
          </Link>
        </Caution>
      )}
      <p>{choices.meaning}</p>
      {choices.canDeposit && vault.status === 'pending' && (
        <Button look="main" disabled={deposit.isRunning} onClick={() => void pay()}>
          {t('Deposit {amount} BCH', { amount: amountText(vault.totalDepositBase, 'BCH') })}
        </Button>
      )}
      {(vault.status !== 'pending' || vault.roster !== undefined) && (
        <Row gap={12}>
          {choices.canPropose && (
            <Link to="/vaults/$id/propose" params={{ id }} className={buttonClass('main')}>
              {t('Propose something')}
            </Link>
          )}
          {vault.status !== 'pending' && (
            <Link to="/vaults/$id/purses" params={{ id }} className={buttonClass('plain')}>
              {t('Purses')}
            </Link>
          )}
          {vault.roster !== undefined && (
            <Link to="/vaults/$id/policies" params={{ id }} className={buttonClass('plain')}>
              {t('Keys and guardian')}
            </Link>
          )}
        </Row>
      )}
      {choices.canPropose && (
        <>
          <p>{t('Create its payments over time, or an airdrop:')}</p>
          <Row gap={10}>
            {CREATES.map(([to, what]) => (
              <Link key={to} to={to} search={{ vault: id }} className={buttonClass('plain', true)}>
                {t(what)}
              </Link>
            ))}
          </Row>
        </>
      )}
      {choices.canDeposit && vault.status === 'active' && (
        <DepositForm vault={vault} isRunning={deposit.isRunning} onDeposit={pay} />
      )}
      <ActionState state={deposit.state} />
    </Part>
  );
};

const route = getRouteApi('/vaults/$id');

const ROLES = { creator: msg('its creator'), signer: msg('a signer'), viewer: msg('a viewer') } as const;

const roleText = ({ role, isSigner }: VaultDetail): string =>
  role === 'creator' && isSigner ? t('its creator and a signer') : t(ROLES[role]);

interface VaultMoneyProps {
  readonly vault: VaultDetail;
  readonly isMember: boolean;
  /** Proposals that wait for signatures, or to be sent; undefined while they are not known. */
  readonly waiting: readonly Pick<Proposal, 'amountBase' | 'tokenCategory'>[] | undefined;
}

/** Shows the balance of a vault, how much it has committed to streams, payments, locks and purses, and how much is proposed, how it is signed for, and what the user is to it. */
const VaultMoney = ({ vault, isMember, waiting }: VaultMoneyProps) => {
  const { weir } = useServices();
  const address = vault.contractAddress;
  const portfolio = useQuery({
    queryKey: ['record', vault.id, 'portfolio'],
    queryFn: ({ signal }) => weir.portfolio(address === null ? [] : [address], { signal }),
    enabled: vault.status !== 'pending' && address !== null,
  });
  const purses = usePurses(vault.id);
  const isUnknown = portfolio.isPending || purses.isPending;
  const isRead = portfolio.data !== undefined && purses.data !== undefined;
  const assets = withPurses(portfolio.data?.assets ?? [], purses.data ?? []);
  const committed = assets.find(({ token_type: type }) => type === 'BCH')?.locked_amount_base ?? 0n;
  const tokens = assets.filter(({ token_type: type, locked_amount_base: base }) => type !== 'BCH' && base > 0n);
  const sum = (waiting ?? []).reduce((all, one) => (one.tokenCategory === null ? all + one.amountBase : all), 0n);
  const balance = vault.currentBalanceBase;
  const proposed = sum < balance ? sum : balance;
  const left = balance - proposed;
  const amountOf = (base: bigint) => (waiting === undefined ? <Skeleton /> : <Amount base={base} of="BCH" />);
  return (
    <RecordMoney
      name={t('Balance')}
      amount={{ base: vault.currentBalanceBase, of: 'BCH' }}
      parts={
        // From the first, so that nothing moves when the proposals are known.
        vault.status !== 'pending'
          ? [
              {
                name: t('Committed'),
                value: isUnknown ? <Skeleton /> : isRead ? <Amount base={committed} of="BCH" /> : '–',
                base: isRead ? committed : 0n,
                state: 'paid',
              },
              { name: t('Waiting for signatures'), value: amountOf(proposed), base: proposed, state: 'free' },
              { name: t('Left'), value: amountOf(left), base: left, state: 'locked' },
            ]
          : []
      }
      note={
        <>
          {t('{needed} of {all} signers sign each payment.', {
            needed: vault.approvalThreshold,
            all: vault.signers.length,
          })}
          {isMember && <> {t('You are {role}.', { role: roleText(vault) })}</>}{' '}
          {t(
            'Committed money is in its streams, payments and locks, which pay it out over time, and in its purses, which any signer can send home.',
          )}
          {isRead &&
            tokens.map((asset) => (
              <span key={asset.token_category}>
                {' '}
                {rich('Also committed: {amount}.', {
                  amount: <AssetAmount base={asset.locked_amount_base} of={asset} />,
                })}
              </span>
            ))}
        </>
      }
    />
  );
};

interface ViewProps {
  readonly vault: VaultDetail;
  /** Undefined where somebody reads a public vault without a wallet. */
  readonly connected: ConnectedWallet | undefined;
}

const View = ({ vault, connected }: ViewProps) => {
  const { id } = vault;
  const proposals = useProposals(id, connected);
  const entries = vault.events
    .map(({ at, amountBase, ...event }) => ({ ...event, at: secondsOf(at), amountBase }))
    .toReversed();
  const waiting = proposals.data?.filter(({ status }) => status === 'PENDING' || status === 'APPROVED');
  const open = waiting?.find(({ status }) => status === 'PENDING');
  return (
    <RecordPage
      id={id}
      kind={t('Treasury')}
      displayId={vault.vaultId}
      title={vault.name}
      status={vault.status}
      wallet={vault.isPublic ? undefined : connected?.wallet}
      money={<VaultMoney vault={vault} isMember={connected !== undefined} waiting={waiting} />}
      receipts={{ entries, of: 'BCH' }}
      onChain={{ contract: vault.contractAddress }}
      actions={<VaultActions vault={vault} />}
      side={<Holdings vault={vault} />}
    >
      <ProposalList proposals={proposals} />
      {/* Below a list of any length, so it comes with it and nothing moves. */}
      {!proposals.isPending && (
        <>
          {vault.contractAddress !== null && (
            <Grants vault={vault} address={vault.contractAddress} connected={connected} />
          )}
          <Members vault={vault} decisions={open === undefined ? [] : signerDecisions(open, vault)} />
          <History of="BCH" entries={entries} />
          {connected !== undefined && vault.contractAddress !== null && (
            <ReceivedMoves vault={vault} address={vault.contractAddress} connected={connected} />
          )}
        </>
      )}
    </RecordPage>
  );
};

/** Page of a vault: a public one for everybody, a private one for its members. */
const VaultPage = () => {
  const { id } = route.useParams();
  return (
    <Readers title={t('Treasuries are shown to their members')} kind="vault" query={useVault(id)}>
      {(vault, connected) => <View vault={vault} connected={connected} />}
    </Readers>
  );
};

export default VaultPage;
