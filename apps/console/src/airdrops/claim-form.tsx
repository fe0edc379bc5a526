import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';

/**
 * Shows what the connected wallet can claim, with the button to do so. Where the campaign pays the fees, the wallet needs no BCH
 * and signs nothing.
 */
export const ClaimForm = ({ campaign }: { readonly campaign: Campaign }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const verb = useVerb({ product: 'airdrop', id: campaign.id, verb: 'claim' });
  const eligible = useQuery({
    queryKey: ['claimable', connected?.address, campaign.id],
    queryFn: () => weir.airdrops.claimable(connected?.wallet, { campaign: campaign.id }),
    enabled: connected !== undefined,
  });
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
            ? 'The creator has not paid this campaign in yet. Come back later.'
            : 'This campaign is over: nothing can be claimed any more.'}
        </p>
      </Card>
    );
  if (connected === undefined)
    return (
      <Card title="Is something there for you?">
        <p>Connect the wallet whose address was announced. Nothing is signed or paid by that.</p>
        <WalletButton />
      </Card>
    );
  const mine = eligible.data?.claimable[0];
  const claim = async (): Promise<void> => {
    await verb.run(connected.wallet, (wallet, options) => weir.airdrops.at(campaign.id).claim(wallet, options));
    await client.invalidateQueries();
  };
  return (
    <Card title={mine === undefined ? 'Is something there for you?' : 'You can claim'}>
      {eligible.error !== null && <Failed error={eligible.error} retry={() => void eligible.refetch()} />}
      {eligible.isPending && <Waiting what="Looking your address up…" />}
      {mine !== undefined && (
        <>
          <p>
            <Amount base={mine.amountBase} of={campaign} />
            {mine.claimsLeft > 1 && `, ${mine.claimsLeft} times`}
          </p>
          <Button look="main" disabled={verb.isRunning} onClick={() => void claim()}>
            Claim
          </Button>
          {campaign.sponsor_fees === true && <p>The campaign pays the network’s fee: you need no BCH.</p>}
        </>
      )}
      {eligible.data !== undefined && mine === undefined && (
        <p>
          Nothing is there for this address: it is not on the list, or has claimed all it may. Connect another wallet if
          the announcement named another address.
        </p>
      )}
      <ActionState state={verb.state} />
    </Card>
  );
};
