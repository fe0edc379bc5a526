import { useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { VerbBar, type Offer } from '../actions/verb-bar.js';
import { useNow } from '../api/info.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { useReader } from '../records/use-reader.js';
import { Card } from '../ui/card.js';
import { Copyable } from '../ui/values.js';
import { SentByVault } from '../vaults/propose-bar.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { airdropChoices, type AirdropVerb } from './airdrop-choices.js';
import { AirdropCosts } from './airdrop-costs.js';
import { ListUpload } from './list-upload.js';

const offerOf = (verb: AirdropVerb, campaign: Campaign): Offer<AirdropVerb> => {
  if (verb === 'fund') return { verb, label: 'Fund it' };
  const left = (campaign.pool_amount_base ?? campaign.total_amount_base) - campaign.claimed_amount_base;
  return {
    verb,
    label: 'Close the campaign',
    question: {
      title: 'Close this campaign?',
      confirm: 'Close it',
      text: (
        <p>
          Nobody can claim any more, and {amountWithUnit(left, campaign)} return to you. Your wallet signs a message; it
          costs you no fee. This cannot be undone.
        </p>
      ),
    },
  };
};

/** Shows the link by which recipients claim. */
const ClaimLink = ({ token }: { readonly token: string }) => {
  const link = `${location.origin}/claim/${token}`;
  return (
    <p>
      Claim link: <Copyable text={link} shown={`…/claim/${token}`} what="claim link" />
    </p>
  );
};

/** Shows what the user can do with a campaign now: its creator uploads the list, funds it and closes it; of a vault, by proposals. */
export const AirdropActions = ({ campaign }: { readonly campaign: Campaign }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const { id } = campaign;
  const of = { product: 'airdrop', id } as const;
  const verbs = { fund: useVerb({ ...of, verb: 'fund' }), close: useVerb({ ...of, verb: 'close' }) };
  const { isSender: isCreator, isSentByScript: isOfVault = false } = useReader({ sender: campaign.creator });
  const asOf = useNow();
  const choices = airdropChoices(campaign, { isCreator, isOfVault, asOf });
  const run = async (verb: AirdropVerb): Promise<void> => {
    await verbs[verb].run(connected?.wallet, (wallet, options) => weir.airdrops.at(id)[verb](wallet, options));
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  // The costs are hidden once it has been funded.
  const isToFund = verbs.fund.state.phase === 'idle' || verbs.fund.state.phase === 'failed';
  const offered = connected === undefined ? [] : choices.verbs;
  return (
    <>
      {offered.includes('fund') && isCreator && isToFund && <AirdropCosts campaign={campaign} />}
      <Card title="What now">
        <p>{choices.meaning}</p>
        {campaign.status === 'ACTIVE' && <ClaimLink token={campaign.claim_token} />}
        {connected === undefined && choices.needsWallet && <WalletButton />}
        {isOfVault && (
          <SentByVault
            id={id}
            vaultId={campaign.vault_id}
            subject={{ campaignId: id }}
            moves={choices.proposals}
            waitsForMember={choices.waitsForList}
          />
        )}
        <VerbBar
          verbs={verbs}
          offers={offered.map((verb) => offerOf(verb, campaign))}
          onRun={(verb) => void run(verb)}
        />
      </Card>
      {choices.canSendList && connected !== undefined && <ListUpload campaign={campaign} wallet={connected.wallet} />}
    </>
  );
};
