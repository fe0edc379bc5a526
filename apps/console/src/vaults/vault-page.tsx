import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountText } from '../format/amount.js';
import { shortAddress, shortHash } from '../format/identifiers.js';
import { secondsOf } from '../format/time.js';
import { History } from '../records/history.js';
import { RecordPage } from '../records/record-page.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address, Amount, Copyable } from '../ui/values.js';
import { type ConnectedWallet, useRole, useWallet } from '../wallet/wallet-store.js';
import { MembersOnly, useVault, useVaultState } from './members-only.js';
import { Grants } from './payouts.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import { ProposalList } from './proposal-list.js';
import styles from './vault.module.css';
import { Viewers } from './viewers.js';

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
  if (!isFetched) return <Button onClick={() => void refetch()}>Deposit coins or tokens</Button>;
  return (
    <div className={styles['receive']}>
      {data !== undefined && <img className={styles['code']} src={data} alt="The vault’s address as a code to scan" />}
      <p>
        Send BCH or tokens to this address from any wallet:{' '}
        <Copyable text={address} shown={shortAddress(address)} what="address of the vault" />
      </p>
      <p className={styles['note']}>Only two of its signers together can spend what arrives.</p>
    </div>
  );
};

type Token = NonNullable<NonNullable<ReturnType<typeof useVaultState>['data']>['tokens']>[number];

const Holding = ({ category, amountBase, nft, token }: Token) => (
  <li className={styles['holding']}>
    <span>
      {token?.name ?? 'A token'} <Copyable text={category} shown={shortHash(category)} what="category" />
      {nft !== null && <span className={styles['note']}> with an NFT ({nft.capability})</span>}
    </span>
    {amountBase > 0n && (
      <Amount base={amountBase} of={{ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }} />
    )}
  </li>
);

/** Shows the coins and tokens of a vault, and how to deposit more. */
const Holdings = ({ vault }: { readonly vault: VaultDetail }) => {
  const { data, error, isFetching, refetch } = useVaultState(vault.id);
  return (
    <Card
      title="Holdings"
      aside={
        <Button small look="quiet" disabled={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="Loading the vault’s coins…" />}
      {data !== undefined && (
        <ul>
          <li className={styles['holding']}>
            <span>Bitcoin Cash</span>
            <Amount base={data.currentBalanceBase} of="BCH" />
          </li>
          {data.tokens?.map((token) => (
            <Holding key={token.outpoint} {...token} />
          ))}
        </ul>
      )}
      {data?.tokens === null && <p>Its tokens cannot be read at the moment: no server of the chain answers.</p>}
      {vaultChoicesOf(vault).canReceive && <Receive address={vault.contractAddress} />}
    </Card>
  );
};

/** What a vault can pay over time, or give away. */
const CREATES = [
  ['/streams/new', 'A stream'],
  ['/payments/new', 'A payment'],
  ['/plans/new', 'Grants or salaries'],
  ['/airdrops/new', 'An airdrop'],
] as const;

/** Shows what the user can do with a vault now. */
const VaultActions = ({ vault }: { readonly vault: VaultDetail }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const { id } = vault;
  const deposit = useVerb('vault', id);
  const choices = vaultChoicesOf(vault);
  const pay = async (): Promise<void> => {
    if (connected === undefined) return;
    await deposit.run('deposit', connected.wallet, (wallet, options) => weir.vaults.at(id).deposit(wallet, options));
  };
  return (
    <Card title="Next step">
      <p>{choices.meaning}</p>
      {choices.canDeposit && (
        <Button look="main" disabled={deposit.isRunning} onClick={() => void pay()}>
          {vault.status === 'pending' ? `Deposit ${amountText(vault.totalDepositBase, 'BCH')} BCH` : 'Deposit the rest'}
        </Button>
      )}
      {choices.canPropose && (
        <Link to="/vaults/$id/propose" params={{ id }} className={buttonClass('main')}>
          Propose something
        </Link>
      )}
      {choices.canPropose && (
        <>
          <p>Create what it is to pay over time, or to give away:</p>
          <div className={styles['buttons']}>
            {CREATES.map(([to, what]) => (
              <Link key={to} to={to} search={{ vault: id }} className={buttonClass('plain', true)}>
                {what}
              </Link>
            ))}
          </div>
        </>
      )}
      <ActionState state={deposit.state} />
    </Card>
  );
};

const route = getRouteApi('/vaults/$id');

const ROLES = { creator: 'its creator', signer: 'a signer', viewer: 'a viewer' } as const;

interface ViewProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

const View = ({ vault, connected }: ViewProps) => {
  const { id } = vault;
  const isMine = useRole();
  const entries = vault.events
    .map(({ at, amountBase, ...event }) => ({ ...event, at: secondsOf(at), amountBase }))
    .toReversed();
  const party = (address: string) => <Address key={address} address={address} mine={isMine(address)} />;
  return (
    <RecordPage
      id={id}
      kind="Treasury"
      displayId={vault.vaultId}
      title={vault.name}
      status={vault.status}
      wallet={vault.isPublic ? undefined : connected.wallet}
      figures={[
        ['Balance', <Amount key="balance" base={vault.currentBalanceBase} of="BCH" />],
        ['Planned deposit', <Amount key="deposit" base={vault.totalDepositBase} of="BCH" />],
        ['Signatures', `${vault.approvalThreshold} of ${vault.signers.length}`],
        ['You are', `${ROLES[vault.role]}${vault.role === 'creator' && vault.isSigner ? ' and a signer' : ''}`],
      ]}
      receipts={{ entries, of: 'BCH' }}
      onChain={{ contract: vault.contractAddress }}
      side={
        <>
          <VaultActions vault={vault} />
          <Holdings vault={vault} />
        </>
      }
    >
      <ProposalList id={id} connected={connected} />
      <Grants vault={vault} connected={connected} />
      <Card title="Members">
        <Facts
          facts={[
            ['Creator', party(vault.creator)],
            ...vault.signers.map((signer, index) => [`Signer ${index + 1}`, party(signer)] as const),
            ['Seen by', vault.isPublic ? 'Everybody' : 'Its members'],
            ...vault.viewers.map((viewer, index) => [`Viewer ${index + 1}`, party(viewer)] as const),
          ]}
        />
        <Viewers vault={vault} />
      </Card>
      <History of="BCH" entries={entries} />
    </RecordPage>
  );
};

/** Page of a vault; it takes a connected wallet. */
const VaultPage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title="Vaults are shown to their members" kind="vault" query={useVault(id)}>
      {(vault, connected) => <View vault={vault} connected={connected} />}
    </MembersOnly>
  );
};

export default VaultPage;
