import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Campaign } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { useBalance } from '../forms/use-balance.js';
import { Loaded } from '../records/loaded.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { AirdropTerms } from './airdrop-terms.js';
import { lacksFee } from './claim-fees.js';
import styles from './claim-page.module.css';

/**
 * Shows what the connected wallet can claim, with the button to do so. Where the campaign pays the fees, the wallet needs no BCH
 * and signs nothing.
 */
const ClaimForm = ({ campaign }: { readonly campaign: Campaign }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const verb = useVerb('airdrop', campaign.id);
  const eligible = useQuery({
    queryKey: ['claimable', connected?.address, campaign.id],
    queryFn: () => weir.airdrops.claimable(connected?.wallet, { campaign: campaign.id }),
    enabled: connected !== undefined,
  });
  const isLackingFee = lacksFee(campaign.sponsor_fees === true, useBalance()?.amountBase);
  // Checked before the status, since the last claim completes the campaign.
  if (verb.state.phase === 'done')
    return (
      <Card title="Claimed">
        <ActionState state={verb.state} />
      </Card>
    );
  if (campaign.status !== 'ACTIVE')
    return (
      <Card title="Not open">
        <p>
          {campaign.status === 'PENDING'
            ? 'The creator has not funded this campaign yet. Come back later.'
            : 'This campaign is over: nothing can be claimed any more.'}
        </p>
      </Card>
    );
  if (connected === undefined)
    return (
      <Card title="Can you claim?">
        <p>Connect the wallet whose address was announced. Nothing is signed or paid by that.</p>
        <WalletButton />
      </Card>
    );
  const mine = eligible.data?.claimable[0];
  const claim = async (): Promise<void> => {
    await verb.run('claim', connected.wallet, (wallet, options) =>
      weir.airdrops.at(campaign.id).claim(wallet, options),
    );
    await client.invalidateQueries();
  };
  return (
    <Card title={mine === undefined ? 'Can you claim?' : 'You can claim'}>
      {eligible.error !== null && <Failed error={eligible.error} retry={() => void eligible.refetch()} />}
      {eligible.isPending && <Waiting what="Looking your address up…" />}
      {mine !== undefined && (
        <>
          <p>
            <Amount base={mine.amountBase} of={campaign} />
            {mine.claimsLeft > 1 && `, ${mine.claimsLeft} times`}
          </p>
          {isLackingFee ? (
            <>
              <p role="alert">
                You cannot claim yet: the creator does not pay the network’s fee, and this address has no BCH for it.
                Send it about 0.0001 BCH, a few cents, from a wallet or an exchange; this page goes on as soon as it
                arrives.
              </p>
              <Copyable text={connected.address} shown={connected.address} what="address" />
            </>
          ) : (
            <>
              <Button look="main" disabled={verb.isRunning} onClick={() => void claim()}>
                Claim
              </Button>
              <p>
                {campaign.sponsor_fees === true
                  ? 'The campaign pays the network’s fee: you need no BCH, and sign nothing.'
                  : 'You pay the network’s fee from this address, less than 0.0001 BCH.'}
              </p>
            </>
          )}
        </>
      )}
      {eligible.data !== undefined && mine === undefined && (
        <p>
          This address has nothing to claim: it is not on the list, or has reached its claim limit. Connect another
          wallet if the announcement named another address.
        </p>
      )}
      <ActionState state={verb.state} />
    </Card>
  );
};

const route = getRouteApi('/claim/$token');

/** The page of a claim link: whether the connected address is eligible, for how much, and the button to claim it. */
const ClaimPage = () => {
  const { token } = route.useParams();
  const { weir } = useServices();
  usePageTitle('Claim');
  const query = useQuery({
    queryKey: ['claim-link', token],
    queryFn: () => weir.airdrops.byLink(token),
  });
  return (
    <Loaded query={query} kind="airdrop">
      {({ campaign }) => (
        <div className={styles['page']}>
          <div className={styles['head']}>
            <h1>{campaign.title}</h1>
            <StatusBadge status={campaign.status} />
          </div>
          {campaign.description !== null && <p>{campaign.description}</p>}
          <ClaimForm campaign={campaign} />
          <AirdropTerms campaign={campaign} />
          <Link to="/airdrops/$id" params={{ id: campaign.id }}>
            All about this campaign
          </Link>
        </div>
      )}
    </Loaded>
  );
};

export default ClaimPage;
