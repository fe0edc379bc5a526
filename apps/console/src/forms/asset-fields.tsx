import { useQuery } from '@tanstack/react-query';
import type { TokenName } from '@weir/client';
import { useServices } from '../api/services.js';
import { baseOf, exactText, type TokenType } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import { type AssetDraft, type AssetProblems, draftDecimals } from './asset-draft.js';
import styles from './form.module.css';

/** Interval between requests while the look-up of a token is pending, milliseconds. */
const AGAIN_MS = 2_000;
const MAX_TIMES = 15;

/**
 * Returns the name of a token, as far as its issuer published one. @param category user input; nothing is requested
 * before it is valid
 */
export const useToken = (category: string): TokenName | undefined => {
  const { weir } = useServices();
  const asked = category.trim().toLowerCase();
  const { data } = useQuery({
    queryKey: ['token', asked],
    queryFn: ({ signal }) => weir.token(asked, { signal }),
    enabled: isCategory(asked),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.pending === true && state.dataUpdateCount < MAX_TIMES ? AGAIN_MS : false,
  });
  return data;
};

interface AssetFieldsProps {
  /** Label of the amount; undefined where the form has none. */
  readonly label: string | undefined;
  readonly draft: AssetDraft;
  readonly onChange: (changes: Partial<AssetDraft>) => void;
  readonly problems: AssetProblems;
}

const ASSETS: readonly (readonly [TokenType, string])[] = [
  ['BCH', 'BCH'],
  ['FUNGIBLE_TOKEN', 'A token'],
];

const STATES = {
  unknown: 'Nothing is known of it yet. Amounts are in base units.',
  absent: 'The chain has no such token.',
  unnamed: 'Its issuer has published no name for it. Amounts are in base units.',
  unreadable: 'What its issuer published cannot be read. Amounts are in base units.',
} as const;

/** Returns a token's decimals and a hint with its name, as its issuer published them. Names are not unique. */
const useTokenHint = (category: string): { readonly decimals: number; readonly hint: string } => {
  const told = useToken(category);
  if (told === undefined) return { decimals: 0, hint: 'The 64 hex digits that name the token.' };
  const { token, status, pending } = told;
  if (token === null)
    return { decimals: 0, hint: pending ? 'Looking up its name…' : status === 'named' ? '' : STATES[status] };
  const decimals = token.decimals ?? 0;
  const name = [token.name, token.symbol === null ? null : `(${token.symbol})`].filter((part) => part !== null);
  return { decimals, hint: `${name.join(' ')}, with ${decimals} decimals${token.verified ? '' : ', not verified'}.` };
};

/** Returns the decimals of a draft's token; 0 for BCH and where unknown. */
export const useTokenDecimals = ({ asset, category }: Pick<AssetDraft, 'asset' | 'category'>): number =>
  useToken(asset === 'BCH' ? '' : category)?.token?.decimals ?? 0;

/** Fields for an amount and its asset: BCH, or a token by its category. */
export const AssetFields = ({ label, draft, onChange, problems }: AssetFieldsProps) => {
  const { decimals, hint } = useTokenHint(draft.asset === 'BCH' ? '' : draft.category);
  const base = baseOf(draft.amount, draftDecimals(draft, decimals));
  const isWorthTelling = base !== undefined && (draft.asset === 'BCH' || decimals > 0);
  return (
    <>
      <div className={styles['pair']}>
        {label !== undefined && (
          <Field label={label} hint={isWorthTelling ? exactText(base, draft.asset) : undefined} error={problems.amount}>
            <TextInput
              value={draft.amount}
              onChange={(amount) => onChange({ amount })}
              inputMode="decimal"
              placeholder={draft.asset === 'BCH' ? '0.00' : '0'}
              required
            />
          </Field>
        )}
        <Field label="Asset">
          <SelectInput value={draft.asset} onChange={(asset) => onChange({ asset })} options={ASSETS} />
        </Field>
      </div>
      {draft.asset !== 'BCH' && (
        <Field label="Token category" hint={hint} error={problems.category}>
          <TextInput value={draft.category} onChange={(category) => onChange({ category })} />
        </Field>
      )}
    </>
  );
};
