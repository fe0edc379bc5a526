import { type ComponentType, type ReactNode, useState } from 'react';
import type { Wallet } from '@weir/client';
import { useAddressPrefix } from '../api/services.js';
import { useTokenDecimals } from '../api/use-token.js';
import { t } from '../language/text.js';
import { usePayer } from '../treasury/payer-card.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import type { AssetDraft } from './asset-draft.js';
import type { CostSheet } from './cost-lines.js';
import { Costs } from './costs.js';
import { CreateColumns } from './create-columns.js';
import { useKeptDraft } from './kept-draft.js';
import { type LinkedFields, linkedFormIn } from './linked-fields.js';
import { takeOpenedQuery } from './opened-address.js';
import { shownProblems, fieldErrors } from './problems.js';
import type { Surroundings } from './surroundings.js';
import type { Creation } from './use-create.js';
import { useNewRecord } from './use-new-record.js';
import { type Warning, warningText } from './warning-text.js';

interface PreviewCardProps<Data> {
  /** Whether the terms are complete enough to request a preview. */
  readonly isAsked: boolean;
  readonly error: Error | null;
  readonly data: Data | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the preview of terms while they are typed. */
const PreviewCard = <Data,>({ isAsked, error, data, children }: PreviewCardProps<Data>) => {
  const shown = (): ReactNode => {
    if (!isAsked) return <p>{t('Its schedule and costs appear here when the terms are complete.')}</p>;
    // An error at a field is not shown as an alert as well.
    const [shownError] = Object.values(fieldErrors(error));
    if (shownError !== undefined) return <p role="status">{shownError}.</p>;
    if (error !== null) return <Failed error={error} />;
    return data === undefined ? <Waiting what={t('Computing its schedule and costs…')} /> : children(data);
  };
  return <Card title={t('Preview')}>{shown()}</Card>;
};

type Problems<Draft> = Readonly<Partial<Record<keyof Draft, string>>>;

export interface Terms {
  readonly recipient: string;
  readonly sender?: string | null;
  readonly vaultId?: string | null;
}

interface NewRecordFormProps<Draft, Asked, Data> extends Pick<Creation<Asked>, 'store' | 'open'> {
  readonly fund: NonNullable<Creation<Asked>['funding']>['fund'];
  /** Kind of the record; part of the keys of its preview and of its draft. */
  readonly product: 'stream' | 'lock' | 'payment';
  readonly first: Draft;
  /** Validates a draft. */
  readonly read: (
    draft: Draft,
    surroundings: Surroundings,
  ) => { readonly terms: Asked } | { readonly problems: Problems<Draft> };
  readonly Fields: ComponentType<{
    readonly draft: Draft;
    readonly onChange: (draft: Draft) => void;
    readonly problems: Problems<Draft>;
    /** What funding costs beside the amount, satoshis; undefined while unknown. */
    readonly extra: bigint | undefined;
  }>;
  /** Id of a vault that a link has preselected. */
  readonly vault: string | undefined;
  readonly ask: (terms: Asked, wallet?: Wallet) => Promise<Data>;
  readonly costsOf: (data: Data) => CostSheet;
  /** Shows the preview of the schedule. */
  readonly children: (data: Data) => ReactNode;
}

/** Returns the linked fields that a form has. */
const ownFields = <Draft extends AssetDraft>(first: Draft, linked: LinkedFields): Partial<Draft> =>
  Object.fromEntries(Object.entries(linked).filter(([field]) => field in first)) as Partial<Draft>;

/** Form for the terms of a stream, a lock or a payment, and their preview. */
export const NewRecordForm = <
  Draft extends AssetDraft,
  Asked extends Terms,
  Data extends { readonly warnings: readonly Warning[] },
>({
  product,
  first,
  read,
  Fields,
  vault,
  ask,
  costsOf,
  children,
  ...acts
}: NewRecordFormProps<Draft, Asked, Data>) => {
  const [linked] = useState(() => linkedFormIn(takeOpenedQuery()));
  const kept = useKeptDraft(product, first, linked && ownFields(first, linked.fields));
  const { draft, change } = kept;
  const decimals = useTokenDecimals(draft);
  const result = read(draft, { decimals: decimals ?? 0, prefix: useAddressPrefix() });
  const payer = usePayer(vault);
  const isByVault = payer.payer.by === 'vault';
  // Without its decimals, an amount of a token may mean another one.
  const isComplete = 'terms' in result && payer.terms !== undefined && decimals !== undefined;
  const terms = isComplete ? { ...result.terms, ...payer.terms } : undefined;
  const { preview, creation, sheet } = useNewRecord({
    ...acts,
    product,
    kept,
    payer,
    asked: terms,
    ask,
    askedOf: (agreed: Asked) => agreed,
    costsOf,
  });
  const { isSubmitted, submit, reset } = creation;
  return (
    <CreateColumns
      creation={creation}
      kept={kept}
      unclear={linked?.unclear && [linked.unclear]}
      onSubmit={(event) => void submit(event, terms)}
      fields={
        <>
          <Card title={t('Terms')}>
            <Fields
              draft={draft}
              onChange={(changed) => {
                change(changed);
                reset();
              }}
              problems={
                'problems' in result
                  ? shownProblems(result.problems, draft, isSubmitted)
                  : (fieldErrors(preview.error) as Problems<Draft>)
              }
              extra={sheet && sheet.lines.reduce((sum, { base }) => sum + base, 0n)}
            />
          </Card>
        </>
      }
      payer={payer}
      sheet={sheet}
      preview={
        <PreviewCard {...preview}>
          {(data) => (
            <>
              {children(data)}
              <Costs sheet={costsOf(data)} isByVault={isByVault} />
              {data.warnings.map((warning) => (
                <p key={warning.code}>{warningText(warning)}</p>
              ))}
            </>
          )}
        </PreviewCard>
      }
    />
  );
};
