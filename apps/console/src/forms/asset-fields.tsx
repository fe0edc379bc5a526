import type { TokenName } from '@weir/client';
import { useToken, useTokenQuery } from '../api/use-token.js';
import { asTyped, type Asset, decimalsOf, exactText, plainText, type TokenType, unitOf } from '../format/amount.js';
import { typedBase, unitFor } from '../format/typed-amount.js';
import { rich } from '../language/rich.js';
import { msg, t } from '../language/text.js';
import { type Holdings, type PayerHoldings, usePayerHoldings } from '../treasury/payer-holdings.js';
import { Button } from '../ui/button.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import { Columns, Row } from '../ui/layout.js';
import { Skeleton } from '../ui/skeleton.js';
import { Amount } from '../ui/values.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import { AmountField } from './amount-field.js';
import { type AssetDraft, type AssetProblems, draftDecimals } from './asset-draft.js';
import styles from './form.module.css';

const STATES = {
  unknown: msg('It is not known yet. Amounts are in base units.'),
  absent: msg('The chain has no such token.'),
  unnamed: msg('Its issuer has published no name for it. Amounts are in base units.'),
  unreadable: msg('The issuer’s data cannot be read. Amounts are in base units.'),
} as const;

const hintOf = (
  answer: TokenName | undefined,
  isPending: boolean,
): { readonly decimals: number; readonly hint: string } => {
  if (isPending) return { decimals: 0, hint: t('Looking up its name…') };
  if (answer === undefined) return { decimals: 0, hint: t('The 64 hex digits that name the token.') };
  const { token, status, pending } = answer;
  if (token === null)
    return { decimals: 0, hint: pending ? t('Looking up its name…') : status === 'named' ? '' : t(STATES[status]) };
  const decimals = token.decimals ?? 0;
  const name = [token.name, token.symbol === null ? null : `(${token.symbol})`].filter((part) => part !== null);
  return {
    decimals,
    hint: token.verified
      ? t('{name}, with {decimals} decimals.', { name: name.join(' '), decimals })
      : t('{name}, with {decimals} decimals, not verified.', { name: name.join(' '), decimals }),
  };
};

/** Returns a token's decimals and a hint with its name, as its issuer published them. Names are not unique. */
const useTokenHint = (
  category: string,
): { readonly decimals: number; readonly hint: string; readonly isPending: boolean } => {
  const { answer, isPending } = useTokenQuery(category);
  return { ...hintOf(answer, isPending), isPending };
};

/** What the wallet holds of an asset, for a button that takes all of it. */
interface Held {
  readonly base: bigint;
  readonly of: Asset;
  readonly icon: string | null;
}

const heldOf = (
  balance: Holdings | undefined,
  { asset, category }: Pick<AssetDraft, 'asset' | 'category'>,
  answer: TokenName | undefined,
): Held | undefined => {
  if (balance === undefined) return undefined;
  if (asset === 'BCH') return { base: balance.amountBase, of: 'BCH', icon: null };
  const wanted = category.trim().toLowerCase();
  const found = balance.tokens.find(({ tokenCategory }) => tokenCategory === wanted);
  if (found === undefined) return undefined;
  const token = answer?.token ?? found.token;
  return {
    base: found.tokenAmountBase,
    of: { token_type: asset, token_category: wanted, token },
    icon: token?.icon ?? null,
  };
};

/** What the wallet keeps of its BCH, satoshis: a funding returns a coin to it, which its next signature takes. */
const KEPT = 1_000n;

interface HeldLineProps {
  readonly payer: PayerHoldings;
  /** Undefined while it is not known. */
  readonly held: Held | undefined;
  /** The most that can be given away, base units; undefined while that is not known. */
  readonly most: bigint | undefined;
  /** Takes the most; undefined where the form has no amount. */
  readonly onMost: ((amount: string) => void) | undefined;
}

/** Shows what the wallet holds, and offers all of it. It is there from the first, so that nothing moves when that is known. */
const HeldLine = ({ payer, held, most, onMost }: HeldLineProps) => {
  const amount = held === undefined ? <Skeleton /> : <Amount base={held.base} of={held.of} />;
  if (payer.error !== null && held === undefined)
    return (
      <Row as="p" isLine gap={12} align="center" className={styles['held']} role="alert">
        <span>
          {payer.isTreasury
            ? t('What the treasury holds cannot be read at the moment.')
            : t('What the wallet holds cannot be read at the moment.')}
        </span>
        <Button small onClick={payer.retry}>
          {t('Try again')}
        </Button>
      </Row>
    );
  return (
    <Row as="p" isLine gap={12} align="center" className={styles['held']}>
      {/* The policy of the page loads no pictures from elsewhere. */}
      {held?.icon?.startsWith('data:image/') === true && <img src={held.icon} alt="" width={20} height={20} />}
      <span>
        {payer.isTreasury
          ? rich('The treasury holds {amount}', { amount })
          : rich('The wallet holds {amount}', { amount })}
      </span>
      {onMost !== undefined && (
        <Button
          small
          disabled={most === undefined || most <= 0n}
          onClick={() => held !== undefined && onMost(asTyped(plainText(most ?? 0n, decimalsOf(held.of))))}
        >
          {t('Max')}
        </Button>
      )}
    </Row>
  );
};

type Choice = TokenType | (string & {});

/** Returns the assets to choose from: BCH, the tokens that the wallet holds, and any other. */
const choicesOf = (balance: Holdings | undefined): readonly (readonly [Choice, string])[] => [
  ['BCH', 'BCH'],
  ...(balance?.tokens ?? []).map(({ tokenCategory, token }): readonly [Choice, string] => [
    tokenCategory,
    token?.name ?? unitOf({ token_type: 'FUNGIBLE_TOKEN', token_category: tokenCategory, token }),
  ]),
  ['FUNGIBLE_TOKEN', balance === undefined || balance.tokens.length === 0 ? t('A token') : t('Another token')],
];

interface AssetFieldsProps {
  /** Label of the amount; undefined where the form has none. */
  readonly label: string | undefined;
  readonly draft: AssetDraft;
  readonly onChange: (changes: Partial<AssetDraft>) => void;
  readonly problems: AssetProblems;
  /**
   * Of a form whose amount can be the most there is: what funding costs beside it, satoshis, undefined while unknown; and how
   * many times the amount is paid, 1 by default.
   */
  readonly most?: { readonly extra: bigint | undefined; readonly times?: bigint } | undefined;
}

/** Fields for an amount and its asset: BCH, a token that the wallet holds, or any by its category. */
export const AssetFields = ({ label, draft, onChange, problems, most }: AssetFieldsProps) => {
  const payer = usePayerHoldings();
  const balance = payer.held;
  const { asset, category } = draft;
  const { decimals, hint, isPending } = useTokenHint(asset === 'BCH' ? '' : category);
  const unit = unitFor(asset, draftDecimals(draft, decimals));
  const base = typedBase(draft.amount, unit.decimals);
  const showsExact = base !== undefined && !isPending && (asset === 'BCH' || decimals > 0);
  const held = heldOf(balance, draft, useToken(asset === 'BCH' ? '' : category));
  const isOther = asset !== 'BCH' && held === undefined;
  const isReconnecting = useIsReconnecting();
  const hasWallet = useWallet() !== undefined || isReconnecting;
  const extra = most?.extra;
  const all = asset === 'BCH' ? held && extra && held.base - extra - KEPT : held?.base;
  // Without its decimals, what is held of a token would be another number.
  const shown = isPending ? undefined : held;
  const each = all === undefined ? undefined : all / (most?.times ?? 1n);
  return (
    <>
      <Columns gap={16}>
        {label !== undefined && (
          <AmountField
            {...unit}
            label={label}
            value={draft.amount}
            onChange={(amount) => onChange({ amount })}
            hint={showsExact ? exactText(base, asset) : undefined}
            error={problems.amount}
            placeholder={asset === 'BCH' ? '0.00' : '0'}
            required
          />
        )}
        <Field label={t('Asset')} hint={asset === 'BCH' || isOther ? undefined : hint}>
          <SelectInput<Choice>
            value={isOther || asset === 'BCH' ? asset : category.trim().toLowerCase()}
            onChange={(chosen) =>
              onChange(
                chosen === 'BCH'
                  ? { asset: 'BCH' }
                  : { asset: 'FUNGIBLE_TOKEN', category: chosen === 'FUNGIBLE_TOKEN' ? '' : chosen },
              )
            }
            options={choicesOf(balance)}
          />
        </Field>
      </Columns>
      {isOther && (
        <Field label={t('Token category')} hint={hint} error={problems.category}>
          <TextInput value={category} onChange={(text) => onChange({ category: text })} />
        </Field>
      )}
      {hasWallet && !isOther && (
        <HeldLine
          payer={payer}
          held={shown}
          most={each}
          onMost={most === undefined ? undefined : (amount) => onChange({ amount })}
        />
      )}
    </>
  );
};
