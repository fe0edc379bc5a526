import { Link } from '@tanstack/react-router';
import type { Portfolio } from '@weir/client';
import { PAGES } from '../records/pages.js';
import { Card } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { AssetAmount } from './asset-amount.js';
import styles from './home-page.module.css';

/** Shows the next dates: what unlocks for the address, and what it pays. */
export const Timeline = ({ portfolio: { unlocks, paydays } }: { readonly portfolio: Portfolio }) => (
  <Card title="Next dates">
    {unlocks.length + paydays.length === 0 && <p className={styles['note']}>No dates ahead.</p>}
    <ol className={styles['dates']}>
      {[
        ...unlocks.map((unlock) => ({ ...unlock, isIn: true, name: unlock.title ?? unlock.display_id })),
        ...paydays.map((payday) => ({
          ...{ ...payday, isIn: false, continuous: false },
          name: `Payday${payday.recipients > 1 ? ` for ${payday.recipients.toLocaleString()}` : ''}`,
        })),
      ]
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, kind, id, name, amount_base: base, isIn, continuous, ...asset }) => (
          <li key={`${id} ${at}`}>
            <Time at={at} isDay />
            <Link to={PAGES[kind]} params={{ id }}>
              {name}
            </Link>
            <span className={isIn ? styles['in'] : undefined}>
              {isIn ? '+' : '−'}
              <AssetAmount base={base} of={asset} />
              {continuous && <small> by then</small>}
            </span>
          </li>
        ))}
    </ol>
  </Card>
);
