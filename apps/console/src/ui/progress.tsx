import { Progress as Bar } from '@base-ui/react/progress';
import styles from './progress.module.css';

/** A progress bar. @param percent 0 to 100 @param what its subject, for screen readers */
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
