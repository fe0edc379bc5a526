import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CampaignPreview, CampaignPreviewTerms, CampaignTerms, ListProgress } from '@weir/client';
import { useServices } from '../api/services.js';
import { useToken, useTokenDecimals } from '../api/use-token.js';
import type { Asset } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { campaignCosts } from '../forms/cost-lines.js';
import { Costs } from '../forms/costs.js';
import { CreateColumns, NewPage } from '../forms/create-columns.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { timesOfVesting, unlockText } from '../forms/lock-schedule.js';
import { takeOpenedQuery } from '../forms/opened-address.js';
import { shownProblems } from '../forms/problems.js';
import { useNewRecord } from '../forms/use-new-record.js';
import { numberText, t } from '../language/text.js';
import { usePayer } from '../treasury/payer-card.js';
import { Card, Facts } from '../ui/card.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { useWallet } from '../wallet/wallet-store.js';
import { CANNOT_CLOSE } from './airdrop-choices.js';
import { type AirdropDraft, isVested, newAirdrop, readAirdropDraft, textsOf } from './airdrop-draft.js';
import { AirdropForm } from './airdrop-form.js';
import { claimFeesOf } from './claim-fees.js';
import { linkedAirdropIn } from './linked-airdrop.js';
import { keepFile } from './list/kept-file.js';
import { Uploading } from './list/recipients-drop.js';
import { type CheckState, useList, useListRules } from './list/use-list.js';

interface AirdropPreviewProps {
  readonly audience: AirdropDraft['audience'];
  readonly preview: CampaignPreview | undefined;
  readonly error: Error | null;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
}

/** Shows a campaign's claims and costs while its terms are typed. */
const AirdropPreview = ({ audience, preview, error, isByVault }: AirdropPreviewProps) => {
  const shown = (): ReactNode => {
    if (error !== null) return <Failed error={error} />;
    if (preview === undefined)
      return (
        <p>
          {audience === 'list'
            ? t('Its claims and costs appear here when the list is valid.')
            : t('Its claims and costs appear here when the pool and the amount of a claim are set.')}
        </p>
      );
    const { claims, pool_amount_base: pool, ...of } = preview.campaign;
    return (
      <>
        <Facts
          facts={[
            [audience === 'list' ? t('Recipients') : t('Claims'), numberText(claims)],
            [
              audience === 'list' ? t('On average') : t('Each claim'),
              <Amount key="a" base={pool / BigInt(claims)} of={of} />,
            ],
          ]}
        />
        {of.vesting !== null && (
          <p>
            {t('Each claim opens a lock.')} {unlockText(timesOfVesting(of.vesting))}
          </p>
        )}
        <Costs sheet={campaignCosts(preview)} isByVault={isByVault} />
      </>
    );
  };
  return <Card title={t('Preview')}>{shown()}</Card>;
};

const route = getRouteApi('/airdrops/new');

/** Returns the asset of a draft's amounts, with its token's metadata once known. */
const useAsset = ({ asset, category }: AirdropDraft): Asset => {
  const known = useToken(asset === 'BCH' ? '' : category);
  if (asset === 'BCH' || !isCategory(category)) return asset;
  return { token_type: asset, token_category: category.trim().toLowerCase(), token: known?.token ?? null };
};

/** Returns how many rows the list of a campaign has, for its preview. */
const rowsOf = ({ requireKyc }: CampaignTerms, list: CheckState | undefined) =>
  requireKyc === true && list?.phase === 'checked' ? { recipients: list.report.rows } : {};

/** Form for the terms. A list of recipients is checked in the browser and uploaded with them. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [linked] = useState(() => linkedAirdropIn(takeOpenedQuery()));
  const kept = useKeptDraft('airdrop', newAirdrop(now), linked?.fields);
  const { draft, change } = kept;
  const [progress, setProgress] = useState<ListProgress>();
  const known = useTokenDecimals(draft);
  const decimals = known ?? 0;
  const list = useList(useListRules(draft.asset, decimals, isVested(draft)), { isKept: true });
  const forget = (): void => {
    // Its file is known by the draft.
    void keepFile(undefined);
    kept.forget();
  };
  const of = useAsset(draft);
  const read = readAirdropDraft(draft, list.state, decimals);
  const payer = usePayer(route.useSearch().vault);
  const connected = useWallet();
  const isByVault = payer.payer.by === 'vault';
  const withPayer = <Terms,>(terms: Terms | undefined) =>
    terms === undefined || payer.terms === undefined || known === undefined ? undefined : { ...terms, ...payer.terms };
  // Its title does not matter to what it costs.
  const untitled = readAirdropDraft({ ...draft, title: t('Untitled') }, list.state, decimals);
  const asked = 'terms' in untitled ? { ...untitled.terms, ...rowsOf(untitled.terms, list.state) } : undefined;
  const { preview, creation, sheet } = useNewRecord({
    product: 'airdrop',
    kept: { ...kept, forget },
    payer,
    asked: withPayer(asked),
    ask: (terms: CampaignPreviewTerms, wallet, options) => weir.airdrops.preview(terms, wallet, options),
    askedOf: (agreed: CampaignTerms) => ({ ...agreed, ...rowsOf(agreed, list.state) }),
    costsOf: campaignCosts,
    async store(agreed, wallet) {
      setProgress(undefined);
      return (await weir.airdrops.create(agreed, wallet)).id;
    },
    // A list that did not arrive is sent again, to the campaign that is there.
    async complete(id, agreed, wallet) {
      const upload = list.state?.phase === 'checked' ? list.state.upload : undefined;
      if (agreed.requireKyc === true && upload !== undefined)
        await weir.airdrops.at(id).generateList(upload, wallet, { onProgress: setProgress });
    },
    fund: (id, wallet, options) => weir.airdrops.at(id).fund(wallet, options),
    open: (id) => navigate({ to: '/airdrops/$id', params: { id } }),
  });
  const { isSubmitted, submit, reset } = creation;
  return (
    <CreateColumns
      creation={creation}
      unclear={linked?.unclear}
      kept={{
        isRestored: kept.isRestored || list.isRestored,
        isLinked: kept.isLinked,
        discard: () => {
          list.choose(undefined);
          kept.discard();
        },
      }}
      onSubmit={(event) => void submit(event, withPayer('terms' in read ? read.terms : undefined))}
      doing={<Uploading progress={progress} />}
      fields={
        <>
          <Card title={t('Terms')}>
            <AirdropForm
              draft={draft}
              onChange={(changed) => {
                change(changed);
                reset();
              }}
              list={list}
              of={of}
              fees={asked && claimFeesOf(preview.data)}
              problems={'problems' in read ? shownProblems(read.problems, textsOf(draft), isSubmitted) : {}}
            />
          </Card>
          {connected !== undefined && !isByVault && connected.wallet.signMessage === undefined && (
            <p>{t(CANNOT_CLOSE)}</p>
          )}
        </>
      }
      payer={payer}
      sheet={asked && sheet}
      preview={
        <AirdropPreview
          audience={draft.audience}
          preview={asked && preview.data}
          error={asked === undefined ? null : preview.error}
          isByVault={isByVault}
        />
      }
    />
  );
};

/** Page that creates an airdrop. */
const NewAirdropPage = () => <NewPage title={t('New airdrop')}>{(now) => <Form now={now} />}</NewPage>;

export default NewAirdropPage;
