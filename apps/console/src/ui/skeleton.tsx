import { t } from '../language/text.js';
import styles from './states.module.css';

/** Stands for an amount that is not known yet. */
export const Skeleton = () => (
  <span className={styles['skeleton']} role="img" aria-label={t('Loading…')}>
    {'\u00a0'}
  </span>
);
