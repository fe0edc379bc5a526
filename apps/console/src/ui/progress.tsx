import { Progress as Bar } from '@base-ui/react/progress';
import styles from './progress.module.css';

/** How much of a whole has happened. @param percent 0 to 100 @param what of what, for who hears it */
export const Progress = ({ percent, what }: { readonly percent: number; readonly what: string }) => (
  <Bar.Root value={percent} className={styles['root']} aria-label={`${what}: progress`}>
    <Bar.Track className={styles['track']}>
      <Bar.Indicator className={styles['done']} />
    </Bar.Track>
    <span className={styles['text']} aria-hidden="true">
      {Math.floor(percent)}%
    </span>
  </Bar.Root>
);
