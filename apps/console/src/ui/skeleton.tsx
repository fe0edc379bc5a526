import { t } from '../language/text.js';
import { LateAmount } from './late.js';
import styles from './states.module.css';

/** Stands for an amount that is not known yet, and says in its place when it is late. */
export const Skeleton = () => (
  <LateAmount>
    <span className={styles['skeleton']} role="img" aria-label={t('Loading…')}>
      {'\u00a0'}
    </span>
  </LateAmount>
);
