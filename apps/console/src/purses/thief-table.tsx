import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import type { ThiefRow } from './purse-words.js';
import styles from './purses.module.css';

/** Shows the most that a thief of each key can do, and what the signers do about it. */
export const ThiefTable = ({ rows }: { readonly rows: readonly ThiefRow[] }) => (
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
          {rows.map(({ key, who, most, answer }) => (
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
