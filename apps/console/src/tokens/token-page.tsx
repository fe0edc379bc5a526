import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TokenSupply } from '@weir/client';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { useTokenQuery } from '../api/use-token.js';
import { type AssetOfRecord, amountText, amountWithUnit, decimalsOf, unitOf } from '../format/amount.js';
import { groupsOf } from '../format/identifiers.js';
import { secondsOf } from '../format/time.js';
import { msg, numberText, t } from '../language/text.js';
import { Card, type Fact, Facts, Figures } from '../ui/card.js';
import { ChartWaiting, chartRoom, SMALL_CHART } from '../ui/chart-waiting.js';
import { Chart } from '../ui/chart.js';
import { Guarded } from '../ui/guarded.js';
import { usePageTitle } from '../ui/hooks.js';
import { Split, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Failed } from '../ui/states.js';
import { Steps } from '../ui/steps.js';
import { Amount, Copyable, Time } from '../ui/values.js';
import { LockList } from './lock-list.js';
import own from './token-page.module.css';

const valueText = (value: number): string => numberText(value, 8);

const route = getRouteApi('/tokens/$category');

/** Interval between requests while a block may have come, milliseconds. */
const AGAIN_MS = 60_000;

const PRODUCTS = {
  PLAN_VESTING_TOKEN: msg('Streams'),
  PLAN_RECURRING_TOKEN: msg('Recurring payments'),
  AIRDROP_WHITELIST_TOKEN: msg('Airdrops by list'),
  AIRDROP_PUBLIC_TOKEN: msg('Public airdrops'),
  LOCK_TOKEN: msg('Locks'),
  MOVABLE_LOCK_TOKEN: msg('Locks that can move to another wallet'),
  PURSE_TOKEN: msg('Purses'),
  CALENDAR_SALARY_TOKEN: msg('Salaries'),
  CALENDAR_GRANT_TOKEN: msg('Grants'),
  CALENDAR_TRANCHES_TOKEN: msg('Dates and amounts of your own'),
} as const;

const productName = (product: string): string =>
  Object.hasOwn(PRODUCTS, product) ? t(PRODUCTS[product as keyof typeof PRODUCTS]) : product;

/** The amounts by day, as a chart draws them. */
const Unlocks = ({ supply, asset }: { readonly supply: TokenSupply; readonly asset: AssetOfRecord }) => {
  const { times, series, soon } = useMemo(() => {
    const unit = 10 ** decimalsOf(asset);
    return {
      times: supply.unlocks.map(({ date }) => secondsOf(date)),
      series: [
        {
          label: t('{unit} a day', { unit: unitOf(asset) }),
          values: supply.unlocks.map(({ amountBase }) => Number(amountBase) / unit),
          colour: '--accent' as const,
          isFilled: true,
          areBars: true,
          isToCome: true,
        },
      ],
      soon: supply.unlocks.reduce((sum, { amountBase }) => sum + amountBase, 0n),
    };
  }, [supply, asset]);
  return (
    <>
      <Chart
        times={times}
        series={series}
        height={SMALL_CHART}
        valueText={valueText}
        summary={t('{amount} unlock within 30 days.', { amount: amountWithUnit(soon, asset) })}
      />
      <Facts
        facts={[
          [t('Later'), supply.laterBase > 0n && <Amount key="l" base={supply.laterBase} of={asset} />],
          [
            t('Without a date'),
            supply.undatedBase > 0n && (
              <span key="u">
                <Amount base={supply.undatedBase} of={asset} /> {t('(paused, or being cancelled)')}
              </span>
            ),
          ],
          [t('Last unlock'), supply.lockedUntil !== null && <Time key="t" at={supply.lockedUntil} isDay />],
        ]}
      />
    </>
  );
};

const ByProduct = ({ supply, asset }: { readonly supply: TokenSupply; readonly asset: AssetOfRecord }) => (
  <Facts
    facts={supply.byProduct.map(({ product, contracts, lockedBase, unclaimedBase }): Fact => [
      productName(product),
      t('{locked} locked, {unclaimed} unclaimed, contracts: {contracts}', {
        locked: amountText(lockedBase, asset),
        unclaimed: amountText(unclaimedBase, asset),
        contracts: numberText(contracts),
      }),
    ])}
  />
);

/** The picture for other pages, and the line that shows it there. */
const Badge = ({ category }: { readonly category: string }) => {
  const { settings } = useServices();
  const api = new URL(settings.apiUrl, location.href).origin;
  const picture = `${api}/api/tokens/${category}/badge.svg`;
  const page = `${location.origin}/tokens/${category}`;
  const snippet = `<a href="${page}"><img src="${picture}" alt="Locked tokens"></a>`;
  return (
    <Card title={t('Badge')}>
      <img src={picture} alt={t('Locked tokens')} height={24} />
      <p>{t('Shows the amount that nobody can take back, on any page. Copy this line into it:')}</p>
      <div className={own['snippet']} dir="ltr">
        <Copyable text={snippet} shown={snippet} what={t('line')} />
      </div>
    </Card>
  );
};

const HowToCheck = () => (
  <Card title={t('Check it yourself')}>
    <Steps>
      <li>{t('Ask any node or Electrum server for these outputs: they are unspent and hold these tokens.')}</li>
      <li>
        {t(
          'The funding transaction has the announcement; of a lock that was claimed, the airdrop’s has it. Its bytes are the terms, and the contract that they make has the script of the state output.',
        )}
      </li>
      <li>{t('The script of the token output pays only in a transaction that also spends the state output.')}</li>
      <li>
        {t(
          'A lock has one output and no state. Its script contains recipient, total and terms, and pays only the recipient.',
        )}
      </li>
    </Steps>
    <p>{t('The recovery tool of Weir does all of this from an Electrum server alone, without this site.')}</p>
  </Card>
);

/** Page of a token: how much of it is locked, until when, and what proves it. */
const TokenPage = () => {
  const { weir } = useServices();
  const category = route.useParams().category.toLowerCase();
  const {
    data: supply,
    error,
    refetch,
  } = useQuery({
    queryKey: ['token', category, 'supply'],
    queryFn: ({ signal }) => weir.supply(category, { signal }),
    refetchInterval: onceRead(AGAIN_MS),
  });
  // The content below the unlocks loads with them: an empty list is shorter than the space reserved for it.
  const isRead = supply !== undefined || error !== null;
  const { answer: known, isPending } = useTokenQuery(category);
  const token = known?.token ?? null;
  const isNamed = known !== undefined && !isPending;
  const asset = useMemo<AssetOfRecord>(
    () => ({ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }),
    [category, token],
  );
  // Nothing is named by its category that has a shorter name a moment later.
  const title = t('Locked {token}', { token: isNamed ? unitOf(asset) : '…' });
  usePageTitle(title);
  const amount = (base: bigint | null | undefined) =>
    (base === undefined && error === null) || !isNamed ? undefined : base == null ? (
      '–'
    ) : (
      <Amount base={base} of={asset} />
    );
  return (
    <>
      <h1 className={own['title']}>{title}</h1>
      <Figures
        label={t('Figures')}
        figures={[
          [t('Locked'), amount(supply?.lockedBase)],
          [t('Senders can take back'), amount(supply?.revocableBase)],
          [t('Unclaimed'), amount(supply?.unclaimedBase)],
          [t('Circulating'), amount(supply?.circulatingBase)],
          [t('Total'), amount(supply?.totalBase)],
        ]}
      />
      <Facts
        facts={[
          [
            t('Token'),
            // There before its value is, so that nothing moves when it comes.
            token?.name == null ? '–' : token.verified ? token.name : t('{name}, not verified', { name: token.name }),
          ],
          [t('Category'), <Copyable key="c" text={category} shown={groupsOf(category)} what={t('category')} />],
          [t('Block'), supply?.height == null ? '–' : numberText(supply.height)],
          [t('Time of the figures'), supply === undefined ? '–' : <Time key="a" at={supply.asOf} />],
        ]}
      />
      <Split>
        <Stack gap={20}>
          <Card title={t('Next unlocks')}>
            {error !== null && supply === undefined && (
              <Failed error={error} retry={() => void refetch()} height={chartRoom(SMALL_CHART)} />
            )}
            {supply === undefined && error === null && (
              <ChartWaiting what={t('Loading the unlocks…')} height={SMALL_CHART} />
            )}
            {supply !== undefined && <Unlocks supply={supply} asset={asset} />}
            <NotUpdated data={supply} error={error} retry={() => void refetch()} />
          </Card>
          <Guarded>
            {isRead && (
              <LockList
                category={category}
                asset={asset}
                figuresHeight={supply?.height ?? null}
                refetchFigures={() => void refetch()}
              />
            )}
          </Guarded>
        </Stack>
        <Stack gap={20}>
          {supply !== undefined && supply.byProduct.length > 0 && (
            <Card title={t('By product')}>
              <ByProduct supply={supply} asset={asset} />
            </Card>
          )}
          {isRead && <HowToCheck />}
          {supply !== undefined && <Badge category={category} />}
        </Stack>
      </Split>
    </>
  );
};

export default TokenPage;
