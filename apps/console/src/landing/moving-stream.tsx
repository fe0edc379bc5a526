import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Stream } from '@weir/client';
import { BCH_DECIMALS, SATOSHIS_PER_BCH } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asShown } from '../format/amount.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import styles from './moving-stream.module.css';

/** Of the example: an amount that vests over a year, satoshis a second. */
const TOTAL = 120_00000000;
const A_SECOND = TOTAL / 31_536_000;
const BEGUN = 41_30000000;
const TICK_MS = 100;

const shown = (satoshis: number): string => asShown((satoshis / SATOSHIS_PER_BCH).toFixed(BCH_DECIMALS));

/** Whether the user wants little motion. */
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Loaded where there is one to show. */
const RealStream = lazy(withTexts(() => import('./real-stream.js')));

/** How many streams are looked at for one that grows. */
const LOOKED_AT = 10;

/** Whether what a stream has vested grows at the moment. */
const isGrowing = ({
  stream_type: type,
  as_of: now,
  start_time: start,
  cliff_timestamp: cliff,
  end_time: end,
}: Stream) => type === 'LINEAR' && now >= Math.max(start, cliff ?? 0) && now < end;

/** Returns a public stream that grows; undefined while it is looked for, and where there is none. */
const useRealStream = (): Stream | undefined => {
  const { weir } = useServices();
  const { data } = useQuery({
    queryKey: ['streams', 'growing'],
    queryFn: ({ signal }) => weir.streams.page({ status: 'ACTIVE', limit: LOOKED_AT }, { signal }),
    staleTime: 60_000,
  });
  return data?.streams.find(isGrowing);
};

/** An example: an amount that grows as one looks at it. */
const Example = () => {
  const [base, setBase] = useState(BEGUN);
  useEffect(() => {
    if (isStill()) return undefined;
    const begun = performance.now();
    const timer = setInterval(() => setBase(BEGUN + ((performance.now() - begun) / 1_000) * A_SECOND), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <figcaption>
      <span>{t('For example: 120 BCH for Ada, over a year')}</span>
      <span className={styles['amount']}>
        {shown(base)} <small>{t('BCH')}</small>
      </span>
      <span>{t('hers by now, and growing')}</span>
    </figcaption>
  );
};

/** A stream that moves: a real one where there is one, else an example. */
export const MovingStream = () => {
  const stream = useRealStream();
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
      {stream === undefined ? (
        <Example />
      ) : (
        <Suspense fallback={<Example />}>
          <RealStream stream={stream} />
        </Suspense>
      )}
    </figure>
  );
};
