import type { Portfolio } from '@weir/client';
import { timeText } from '../format/time.js';
import { msg, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import styles from './home-page.module.css';
import { type Price, priceText, usePrice } from './use-price.js';

type Asset = Portfolio['assets'][number];

const NO_BCH = { token_type: 'BCH', token_category: null } as const;

const FIGURES = [
  [msg('Claimable now'), ({ claimable_amount_base: base }: Asset) => base],
  [msg('Unlocking within 30 days'), ({ unlocking_amount_base: base }: Asset) => base],
  [msg('Going out within 30 days'), ({ outgoing_amount_base: base }: Asset) => base],
] as const;

/** Says of when a price is, and what it is. */
const sourceText = (price: Price): string =>
  t('At {price} for 1 BCH, {time}', { price: priceText(100_000_000n, price), time: timeText(price.at) });

/** Shows what is claimable, unlocks and goes out, each by asset; what its BCH costs where the operator names a source of prices. */
export const MoneyFigures = ({ assets }: { readonly assets: readonly Asset[] | undefined }) => {
  const price = usePrice();
  return (
    <dl className={styles['figures']} aria-label={t('Figures')}>
      {FIGURES.map(([name, baseOf]) => {
        const sums = assets?.map((asset) => ({ asset, base: baseOf(asset) })).filter(({ base }) => base > 0n);
        const [first, ...rest] = sums ?? [];
        const bch = sums?.find(({ asset }) => asset.token_type === 'BCH');
        return (
          <div key={t(name)}>
            <dt>{t(name)}</dt>
            <dd>
              <span className={styles['hero']}>
                {sums === undefined ? '…' : <AssetAmount base={first?.base ?? 0n} of={first?.asset ?? NO_BCH} />}
              </span>
              {rest.map(({ asset, base }) => (
                <span key={asset.token_category}>
                  <AssetAmount base={base} of={asset} />
                </span>
              ))}
              {/* Its line is there before the price is, so that nothing moves. */}
              <span className={styles['note']} title={price && sourceText(price)}>
                {price === undefined ? '\u00a0' : t('about {amount}', { amount: priceText(bch?.base ?? 0n, price) })}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
};
