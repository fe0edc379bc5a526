import type { Purse } from '@weir/client';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { thiefRows } from './purse-words.js';
import styles from './purses.module.css';

/** Shows the most that a thief of each key can do with a purse, and what its signers do about it. */
export const ThiefTable = ({ purse }: { readonly purse: Purse }) => (
  <Card title={t('If a key is stolen')}>
    <div className={styles['scroll']}>
      <table className={styles['thief']}>
        <thead>
          <tr>
            <th scope="col">{t('Stolen')}</th>
            <th scope="col">{t('The most a thief can do')}</th>
            <th scope="col">{t('What you do')}</th>
          </tr>
        </thead>
        <tbody>
          {thiefRows(purse).map(({ key, who, most, answer }) => (
            <tr key={key}>
              <th scope="row">{who}</th>
              <td data-label={t('The most a thief can do')}>{most}</td>
              <td data-label={t('What you do')}>{answer}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);
