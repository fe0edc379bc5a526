import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CampaignTerms, ListProgress } from '@weir/client';
import { useServices } from '../api/services.js';
import { type Asset, baseOf, decimalsOf } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { useToken, useTokenDecimals } from '../forms/asset-fields.js';
import { CreateColumns, useCreate } from '../forms/create-columns.js';
import { shownProblems } from '../forms/problems.js';
import { Card, type Fact, Facts } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Amount } from '../ui/values.js';
import { PayerCard, usePayer } from '../vaults/payer-card.js';
import { type AirdropDraft, NEW_AIRDROP, readAirdropDraft } from './airdrop-draft.js';
import { AirdropForm } from './airdrop-form.js';
import { Uploading } from './list/recipients-drop.js';
import { type CheckState, useList, useListRules } from './list/use-list.js';

interface AirdropPreviewProps {
  readonly draft: AirdropDraft;
  readonly list: CheckState | undefined;
  readonly of: Asset;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
}

const listFacts = (list: CheckState | undefined, of: Asset): Fact[] | undefined => {
  if (list?.phase !== 'checked' || list.report.wrong > 0) return undefined;
  const { rows, total } = list.report;
  return [
    ['Recipients', rows.toLocaleString()],
    ['Pool', <Amount key="pool" base={total} of={of} />],
    ['On average', <Amount key="mean" base={total / BigInt(rows)} of={of} />],
  ];
};

const everybodyFacts = ({ amount, perClaim }: AirdropDraft, of: Asset): Fact[] | undefined => {
  const pool = baseOf(amount, decimalsOf(of));
  const each = baseOf(perClaim, decimalsOf(of));
  if (pool === undefined || each === undefined || each === 0n || each > pool) return undefined;
  return [
    ['Pool', <Amount key="pool" base={pool - (pool % each)} of={of} />],
    ['Each claim', <Amount key="each" base={each} of={of} />],
    ['Claims', (pool / each).toLocaleString()],
  ];
};

/** Previews a campaign's pool and claims while its terms are typed. */
const AirdropPreview = ({ draft, list, of, isByVault }: AirdropPreviewProps) => {
  const facts = draft.audience === 'list' ? listFacts(list, of) : everybodyFacts(draft, of);
  return (
    <Card title="Preview">
      {facts === undefined ? (
        <p>
          {draft.audience === 'list'
            ? 'Its totals appear here when the list is valid.'
            : 'Its totals appear here when the pool and the amount of a claim are set.'}
        </p>
      ) : (
        <>
          <Facts facts={facts} />
          <p>
            Creating it costs nothing. What funding it costs, with the reserve for the fees of its claims, shows{' '}
            {isByVault ? 'in the proposal to its vault before anybody signs.' : 'on its page before you sign.'}
          </p>
        </>
      )}
    </Card>
  );
};

const route = getRouteApi('/airdrops/new');

/** Returns the asset of a draft's amounts, with its token's metadata once known. */
const useAsset = ({ asset, category }: AirdropDraft): Asset => {
  const told = useToken(asset === 'BCH' ? '' : category);
  if (asset === 'BCH' || !isCategory(category)) return asset;
  return { token_type: asset, token_category: category.trim().toLowerCase(), token: told?.token ?? null };
};

/** Page that creates an airdrop. A list of recipients is checked in the browser and uploaded with the terms. */
const NewAirdropPage = () => {
  usePageTitle('New airdrop');
  const { weir } = useServices();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(NEW_AIRDROP);
  const [progress, setProgress] = useState<ListProgress>();
  const list = useList(useListRules(draft.asset));
  const of = useAsset(draft);
  const read = readAirdropDraft(draft, list.state, useTokenDecimals(draft));
  const payer = usePayer(route.useSearch().vault);
  const terms = 'terms' in read && payer.terms !== undefined ? { ...read.terms, ...payer.terms } : undefined;
  // After a failed upload the list is sent to the campaign already created, as long as the terms are the same.
  const stored = useRef<{ readonly terms: string; readonly id: string }>(undefined);
  const { isSubmitted, isCreating, error, submit, reset } = useCreate<CampaignTerms>(async (agreed, wallet) => {
    setProgress(undefined);
    const text = JSON.stringify([agreed, await wallet.getAddresses()]);
    const id = stored.current?.terms === text ? stored.current.id : (await weir.airdrops.create(agreed, wallet)).id;
    stored.current = { terms: text, id };
    if (agreed.requireKyc === true && list.file !== undefined)
      await weir.airdrops.at(id).generateList(list.file, wallet, { onProgress: setProgress });
    await navigate({ to: '/airdrops/$id', params: { id } });
  });
  return (
    <>
      <h1>New airdrop</h1>
      <CreateColumns
        submit="Create airdrop"
        onSubmit={(event) => void submit(event, terms)}
        isCreating={isCreating}
        doing={<Uploading progress={progress} />}
        error={error}
        fields={
          <>
            <Card title="Terms">
              <AirdropForm
                draft={draft}
                onChange={(changed) => {
                  setDraft(changed);
                  reset();
                }}
                list={list}
                of={of}
                problems={'problems' in read ? shownProblems(read.problems, draft, isSubmitted) : {}}
              />
            </Card>
            <PayerCard {...payer} />
          </>
        }
        preview={
          <AirdropPreview draft={draft} list={list.state} of={of} isByVault={payer.terms?.vaultId !== undefined} />
        }
      />
    </>
  );
};

export default NewAirdropPage;
