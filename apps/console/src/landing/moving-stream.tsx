import { useEffect, useState } from 'react';
import { t } from '../language/text.js';
import styles from './moving-stream.module.css';

/** Of the example: an amount that vests over a year, satoshis a second. */
const TOTAL = 120_00000000;
const A_SECOND = TOTAL / 31_536_000;
const BEGUN = 41_30000000;
const TICK_MS = 100;

const shown = (satoshis: number): string => (satoshis / 100_000_000).toFixed(8);

/** Whether the user wants little motion. */
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** An example of a stream: an amount that grows as one looks at it. */
export const MovingStream = () => {
  const [base, setBase] = useState(BEGUN);
  useEffect(() => {
    if (isStill()) return undefined;
    const begun = performance.now();
    const timer = setInterval(() => setBase(BEGUN + ((performance.now() - begun) / 1_000) * A_SECOND), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <figure className={styles['stream']}>
      <svg viewBox="0 0 400 200" aria-hidden="true" preserveAspectRatio="none">
        {[0, 1, 2].map((wave) => (
          <path
            key={wave}
            className={styles[`wave${wave}`]}
            d="M-200 100 q 50 -40 100 0 t 100 0 t 100 0 t 100 0 t 100 0 t 100 0 V 220 H -200 Z"
          />
        ))}
      </svg>
      <figcaption>
        <span>{t('For example: 120 BCH for Ada, over a year')}</span>
        <span className={styles['amount']}>
          {shown(base)} <small>{t('BCH')}</small>
        </span>
        <span>{t('hers by now, and growing')}</span>
      </figcaption>
    </figure>
  );
};
