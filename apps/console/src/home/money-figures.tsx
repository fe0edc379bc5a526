import type { ReactNode } from 'react';
import type { Portfolio } from '@weir/client';
import { ComingInCurrency, EstimateNotes, isComing } from '../currency/coming-in-currency.js';
import { rich } from '../language/rich.js';
import { numberText, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { priceText, usePrice } from '../records/use-price.js';
import { sourceText } from '../records/worth.js';
import { type CommittedSum, withPurses } from '../treasury/committed.js';
import { type Holdings, PayingTreasury, usePayerHoldings } from '../treasury/payer-holdings.js';
import { usePurses } from '../treasury/use-purses.js';
import { Columns, Stack } from '../ui/layout.js';
import { Skeleton } from '../ui/skeleton.js';
import { Amount } from '../ui/values.js';
import type { Treasury } from '../wallet/scope.js';
import styles from './home-page.module.css';

type Asset = Portfolio['assets'][number];

/** Says about what satoshis cost. Its line is there before the price is, so that nothing moves. */
const Worth = ({ base, children }: { readonly base: bigint; readonly children?: ReactNode }) => {
  const price = usePrice();
  return (
    <span className={styles['note']} title={price && sourceText(price)}>
      {price !== undefined && t('about {amount}', { amount: priceText(base, price) })}
      {price === undefined && children === undefined ? '\u00a0' : children}
    </span>
  );
};

/** Says which tokens are held, in the line below the balance: the first, and how many others there are. */
const HeldTokens = ({ tokens }: Pick<Holdings, 'tokens'>) => {
  const [first, ...others] = tokens;
  if (first === undefined) return null;
  const { tokenCategory: category, tokenAmountBase: base, token } = first;
  const amount = <Amount base={base} of={{ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }} />;
  return (
    <>
      {' '}
      {others.length === 0
        ? rich('and {amount}', { amount })
        : rich('and {amount}, and {count} more', { amount, count: numberText(others.length) })}
    </>
  );
};

/** Shows what the wallet or the treasury holds and can pay with. */
const Balance = () => {
  const { held, error } = usePayerHoldings();
  return (
    <div>
      <dt>{t('Balance')}</dt>
      <Stack as="dd">
        <span className={styles['hero']}>
          {held === undefined ? error === null ? <Skeleton /> : '–' : <Amount base={held.amountBase} of="BCH" />}
        </span>
        <Worth base={held?.amountBase ?? 0n}>
          {held !== undefined && held.tokens.length > 0 ? <HeldTokens tokens={held.tokens} /> : undefined}
        </Worth>
      </Stack>
    </div>
  );
};

interface SumProps<Of> {
  readonly name: string;
  /** Undefined while they are not known. */
  readonly assets: readonly Of[] | undefined;
  readonly baseOf: (asset: Of) => bigint;
  /** Whether the user can take it now. */
  readonly isMine?: boolean;
}

/** Returns the assets of which there is something. */
const some = <Of,>({ assets = [], baseOf }: Pick<SumProps<Of>, 'assets' | 'baseOf'>) =>
  assets.map((asset) => ({ asset, base: baseOf(asset) })).filter(({ base }) => base > 0n);

/** Shows an amount in each asset; nothing where there is none in any. */
const Sum = <Of extends CommittedSum>({ name, isMine = false, ...of }: SumProps<Of>) => {
  const sums = some(of);
  const [first, ...rest] = sums;
  if (first === undefined) return null;
  const bch = sums.find(({ asset }) => asset.token_type === 'BCH');
  return (
    <div className={isMine ? styles['mine'] : undefined}>
      <dt>{name}</dt>
      <Stack as="dd">
        <span className={styles['hero']}>
          <AssetAmount base={first.base} of={first.asset} />
        </span>
        {rest.map(({ asset, base }) => (
          <span key={asset.token_category}>
            <AssetAmount base={base} of={asset} />
          </span>
        ))}
        <Worth base={bch?.base ?? 0n} />
      </Stack>
    </div>
  );
};

const unlocking = ({ unlocking_amount_base: base }: Asset): bigint => base;
const outgoing = ({ outgoing_amount_base: base }: Asset): bigint => base;

/** An amount with its sign, which is on the left in every language. */
const Signed = ({ sign, base, of }: { readonly sign: '+' | '−'; readonly base: bigint; readonly of: Asset }) => (
  <bdi dir="ltr" className={sign === '+' ? styles['in'] : undefined}>
    {sign}
    <AssetAmount base={base} of={of} />
  </bdi>
);

interface MoneyFiguresProps {
  /** Undefined while they are not known. */
  readonly assets: readonly Asset[] | undefined;
  /** Of payments in a currency; undefined while it is not known. */
  readonly inCurrency: Portfolio['inCurrency'] | undefined;
  readonly treasury: Treasury | undefined;
}

/** Says in one line what comes in and goes out within 30 days; nothing where neither does. */
const NextDays = ({ assets, inCurrency = [] }: Pick<MoneyFiguresProps, 'assets' | 'inCurrency'>) => {
  const incoming = some({ assets, baseOf: unlocking });
  const leaving = some({ assets, baseOf: outgoing });
  const sums = inCurrency.filter(isComing);
  if (incoming.length + leaving.length + sums.length === 0) return null;
  return (
    <Stack gap={4}>
      <strong>{t('Next 30 days')}</strong>
      {/* In columns: a token whose name comes later moves nothing to another line. */}
      <Columns gap="4px 24px" least={220}>
        {incoming.map(({ asset, base }) => (
          <span key={`in ${asset.token_category ?? ''}`}>
            {rich('{amount} unlocks', { amount: <Signed sign="+" base={base} of={asset} /> })}
          </span>
        ))}
        {leaving.map(({ asset, base }) => (
          <span key={`out ${asset.token_category ?? ''}`}>
            {rich('{amount} goes out', { amount: <Signed sign="−" base={base} of={asset} /> })}
          </span>
        ))}
        <ComingInCurrency sums={sums} />
      </Columns>
      <EstimateNotes sums={sums} />
    </Stack>
  );
};

const locked = ({ locked_amount_base: base }: CommittedSum): bigint => base;

/** Shows what a treasury has committed: what its streams, payments, locks and purses hold. Nothing until both are known. */
const Committed = ({
  assets,
  treasury,
}: {
  readonly assets: readonly Asset[] | undefined;
  readonly treasury: Treasury;
}) => {
  const { data: purses } = usePurses(treasury.id);
  if (assets === undefined || purses === undefined) return null;
  return <Sum name={t('Committed')} assets={withPurses(assets, purses)} baseOf={locked} />;
};

/** Shows the balance, what is locked for others and what of it they can claim, what is claimable, and in one line the next 30 days; nothing that is zero. */
export const MoneyFigures = ({ assets, inCurrency, treasury }: MoneyFiguresProps) => (
  <PayingTreasury value={treasury?.id ?? null}>
    <Columns
      as="dl"
      least={290}
      gap="16px 32px"
      align="stretch"
      className={styles['figures']}
      aria-label={t('Figures')}
    >
      <Balance />
      {treasury === undefined ? (
        <Sum name={t('Locked by you')} assets={assets} baseOf={locked} />
      ) : (
        <Committed assets={assets} treasury={treasury} />
      )}
      <Sum name={t('Claimable now')} assets={assets} baseOf={({ claimable_amount_base: base }) => base} isMine />
      <Sum name={t('Others can claim from you')} assets={assets} baseOf={({ owed_amount_base: base }) => base} />
    </Columns>
    <NextDays assets={assets} inCurrency={inCurrency} />
  </PayingTreasury>
);
