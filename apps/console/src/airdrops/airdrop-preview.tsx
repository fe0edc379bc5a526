import type { ReactNode } from 'react';
import { baseOf, decimalsOf, type Asset } from '../format/amount.js';
import { Card, Facts } from '../ui/card.js';
import { Amount } from '../ui/values.js';
import type { AirdropDraft } from './airdrop-draft.js';
import type { CheckState } from './list/check-list.js';

interface AirdropPreviewProps {
  readonly draft: AirdropDraft;
  readonly list: CheckState | undefined;
  readonly of: Asset;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
}

type Fact = readonly [name: string, value: ReactNode];

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
export const AirdropPreview = ({ draft, list, of, isByVault }: AirdropPreviewProps) => {
  const facts = draft.audience === 'list' ? listFacts(list, of) : everybodyFacts(draft, of);
  return (
    <Card title="Preview">
      {facts === undefined ? (
        <p>
          {draft.audience === 'list'
            ? 'What it gives away shows here once the list is right.'
            : 'What it gives away shows here once the pool and a claim’s amount are there.'}
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
