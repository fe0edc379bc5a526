import type { AbortOptions, Wallet } from '@weir/client';
import type { usePayer } from '../treasury/payer-card.js';
import type { CostSheet } from './cost-lines.js';
import { type Creation, useCreate } from './use-create.js';
import { usePreview } from './use-preview.js';

/** How a record of any product is previewed, paid for and created. */
interface NewRecord<Agreed extends object, Asked, Data> extends Omit<Creation<Agreed>, 'funding' | 'treasury'> {
  /** Who pays, where that is a choice; otherwise the wallet does. */
  readonly payer?: Pick<ReturnType<typeof usePayer>, 'payer' | 'treasury'> | undefined;
  /** What the preview is of; undefined while something is missing. */
  readonly asked: Asked | undefined;
  /** See `usePreview`. */
  readonly version?: number;
  readonly ask: (asked: Asked, wallet?: Wallet, options?: AbortOptions) => Promise<Data>;
  /** Returns what a preview of agreed terms asks. */
  readonly askedOf: (agreed: Agreed) => Asked;
  readonly costsOf: (data: Data) => CostSheet;
  readonly fund: NonNullable<Creation<Agreed>['funding']>['fund'];
}

/**
 * Previews a record while its terms are typed, and creates it: paid by the wallet, which funds it at once, or by a treasury, whose
 * signers agree to that.
 *
 * @returns the preview, the creation, and what it costs once that is known
 */
export const useNewRecord = <Agreed extends object, Asked, Data>({
  product,
  payer,
  asked,
  version,
  ask,
  askedOf,
  costsOf,
  fund,
  ...acts
}: NewRecord<Agreed, Asked, Data>) => {
  const preview = usePreview({ what: product, terms: asked, ask, ...(version !== undefined && { version }) });
  const costOf = async (agreed: Agreed, wallet: Wallet): Promise<CostSheet> =>
    costsOf(await ask(askedOf(agreed), wallet));
  const creation = useCreate<Agreed>({
    ...acts,
    product,
    funding: payer?.payer.by === 'vault' ? undefined : { fund, costOf },
    treasury: payer?.treasury == null ? undefined : { id: payer.treasury, costOf },
  });
  return { preview, creation, sheet: preview.data && costsOf(preview.data) };
};
