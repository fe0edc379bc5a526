import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AirdropHandle, Campaign, ListProgress, Wallet } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { type Offer, VerbBar } from '../actions/verb-bar.js';
import { useNow, useServices } from '../api/services.js';
import { amountWithUnit, decimalsOf } from '../format/amount.js';
import { fundingCosts } from '../forms/cost-lines.js';
import { Costs } from '../forms/costs.js';
import { t } from '../language/text.js';
import { useReader } from '../records/use-record.js';
import { SentByVault } from '../treasury/propose-bar.js';
import { Button } from '../ui/button.js';
import { Card, Part } from '../ui/card.js';
import { CopyButton } from '../ui/copy-button.js';
import { useTask } from '../ui/hooks.js';
import { Failed, Waiting } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, owns, useWallet } from '../wallet/wallet-store.js';
import { airdropChoices, type AirdropVerb } from './airdrop-choices.js';
import { claimFeesText } from './claim-fees.js';
import { RecipientsDrop, Uploading } from './list/recipients-drop.js';
import { useList, useListRules } from './list/use-list.js';
import { FixedList, ReplaceAddress } from './replace-address.js';

type Ready = Extract<Awaited<ReturnType<AirdropHandle['fundingInfo']>>, { readonly wcTransaction: unknown }>;

const isReady = (info: Awaited<ReturnType<AirdropHandle['fundingInfo']>>): info is Ready => 'fundingInfo' in info;

/** Returns the BCH that leaves a wallet: inputs less change, satoshis. */
const bchPaid = ({ inputs, outputs }: Ready, wallet: ConnectedWallet): bigint => {
  const sum = (of: readonly { readonly amountBase: bigint }[]): bigint =>
    of.reduce((total, { amountBase }) => total + amountBase, 0n);
  return sum(inputs) - sum(outputs.filter(({ to }) => owns(wallet, to ?? undefined)));
};

/** Height of the costs, pixels. */
const COSTS_HEIGHT = 208;

interface CostsProps {
  readonly campaign: Campaign;
  /** Its creator's. */
  readonly connected: ConnectedWallet;
}

/** Shows what funding a campaign costs, given its creator's current coins. */
const AirdropCosts = ({ campaign, connected }: CostsProps) => {
  const { weir } = useServices();
  const { id } = campaign;
  const { wallet } = connected;
  const { data, error } = useQuery({
    queryKey: ['costs', id, campaign.merkle_root],
    queryFn: ({ signal }) => weir.airdrops.at(id).fundingInfo({ signal, wallet }),
    gcTime: 0,
  });
  const shown = (): ReactNode => {
    if (error !== null) return <Failed error={error} height={COSTS_HEIGHT} />;
    if (data === undefined) return <Waiting what={t('Loading the creator’s coins…')} height={COSTS_HEIGHT} />;
    if (!isReady(data))
      return <p>{t('The wallet first signs a transaction to itself, which makes the coin that the funding needs.')}</p>;
    return (
      <>
        <Costs sheet={fundingCosts(campaign, data, bchPaid(data, connected))} isExact />
        <p>{claimFeesText(campaign.sponsor_fees, data.fundingInfo.claims)}</p>
      </>
    );
  };
  return <Part title={t('Costs')}>{shown()}</Part>;
};

/** Uploads the list of a campaign, or replaces it until the campaign is funded. */
const ListUpload = ({ campaign, wallet }: { readonly campaign: Campaign; readonly wallet: Wallet }) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const list = useList(useListRules(campaign.token_type, decimalsOf(campaign)));
  const task = useTask();
  const [progress, setProgress] = useState<ListProgress>();
  const upload = list.state?.phase === 'checked' ? list.state.upload : undefined;
  const send = async (): Promise<void> => {
    if (upload === undefined) return;
    await task.run(async () => {
      setProgress({ sent: 0, size: upload.size });
      await weir.airdrops.at(campaign.id).generateList(upload, wallet, { onProgress: setProgress });
      list.choose(undefined);
    });
    await client.invalidateQueries({ queryKey: ['record', campaign.id] });
  };
  const isMissing = campaign.merkle_root === null;
  const Frame = isMissing ? Part : Card;
  return (
    <Frame title={isMissing ? t('Its list') : t('Send another list')}>
      {!isMissing && <p>{t('You can replace the list until it is funded.')}</p>}
      <RecipientsDrop list={list} of={campaign} />
      {upload !== undefined && (
        <Button look={isMissing ? 'main' : 'plain'} disabled={task.isRunning} onClick={() => void send()}>
          {t('Send the list')}
        </Button>
      )}
      {task.isRunning && <Uploading progress={progress} />}
      {task.error !== undefined && <Failed error={task.error} />}
    </Frame>
  );
};

const offerOf = (verb: AirdropVerb, campaign: Campaign): Offer<AirdropVerb> => {
  if (verb === 'fund') return { verb, label: t('Fund it') };
  const left = (campaign.pool_amount_base ?? campaign.total_amount_base) - campaign.claimed_amount_base;
  return {
    verb,
    label: t('Close the airdrop'),
    question: {
      title: t('Close this airdrop?'),
      confirm: t('Close it'),
      text: (
        <p>
          {t(
            'Nobody can claim any more, and {amount} return to you. Your wallet signs a message; it costs you no fee. This cannot be undone.',
            { amount: amountWithUnit(left, campaign) },
          )}
        </p>
      ),
    },
  };
};

/** Returns who reads a campaign, and what they can do with it now. */
const useAirdropChoices = (campaign: Campaign) => {
  const connected = useWallet();
  const { isSender: isCreator, isSentByScript: isOfVault = false } = useReader({ sender: campaign.creator });
  const asOf = useNow();
  const signsMessages = connected?.wallet.signMessage !== undefined;
  const choices = airdropChoices(campaign, { isCreator, isOfVault, asOf, signsMessages });
  return { connected, isCreator, isOfVault, choices };
};

interface AirdropActionsProps {
  readonly campaign: Campaign;
  /** A recipient's new address, where the link that opened the page names it. */
  readonly newAddress: string | undefined;
}

/** Shows what the user can do with a campaign now: its creator uploads the list, funds it and closes it; of a vault, by proposals. */
export const AirdropActions = ({ campaign, newAddress }: AirdropActionsProps) => {
  const { weir } = useServices();
  const { connected, isCreator, isOfVault, choices } = useAirdropChoices(campaign);
  const { id, claim_token: token } = campaign;
  const claimLink = `${location.origin}/claim/${token}`;
  const { state, run } = useVerb('airdrop', id);
  // The costs are hidden once it has been funded.
  const isToFund = state.phase === 'idle' || state.phase === 'failed';
  const offered = connected === undefined ? [] : choices.verbs;
  return (
    <>
      {connected !== undefined && offered.includes('fund') && isCreator && isToFund && (
        <AirdropCosts campaign={campaign} connected={connected} />
      )}
      <Part title={t('Next step')}>
        <p>{choices.meaning}</p>
        {choices.limit !== undefined && <p>{choices.limit}</p>}
        {campaign.status === 'ACTIVE' && (
          <p>
            {t('Claim link:')} <Copyable text={claimLink} shown={`…/claim/${token}`} what={t('claim link')} />{' '}
            <Link to="/claim/$token" params={{ token }}>
              {t('Claim page')}
            </Link>
          </p>
        )}
        {campaign.status === 'ACTIVE' && isCreator && (
          <CopyButton
            look="main"
            text={claimLink}
            label={t('Copy the claim link')}
            question={t('Copy the {what}:', { what: t('claim link') })}
          />
        )}
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
          state={state}
          offers={offered.map((verb) => offerOf(verb, campaign))}
          onRun={(verb) =>
            void run(verb, connected?.wallet, (wallet, options) => weir.airdrops.at(id)[verb](wallet, options))
          }
        />
        {isCreator && campaign.require_kyc && campaign.status === 'ACTIVE' && <FixedList given={newAddress} />}
      </Part>
      {choices.canSendList && campaign.merkle_root === null && connected !== undefined && (
        <ListUpload campaign={campaign} wallet={connected.wallet} />
      )}
    </>
  );
};

/** Lets the creator of a campaign that has a list replace an address of it, or all of it, until it is funded. */
export const AirdropList = ({ campaign, newAddress }: AirdropActionsProps) => {
  const { connected, choices } = useAirdropChoices(campaign);
  if (!choices.canSendList || campaign.merkle_root === null || connected === undefined) return null;
  return (
    <>
      <ReplaceAddress campaign={campaign} wallet={connected.wallet} given={newAddress} />
      <ListUpload campaign={campaign} wallet={connected.wallet} />
    </>
  );
};
