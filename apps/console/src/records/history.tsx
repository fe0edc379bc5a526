import type { Asset } from '../format/amount.js';
import { msg, t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Amount, Time } from '../ui/values.js';
import { historyText, type HistoryEntry } from './history-text.js';
import styles from './history.module.css';

const FINALITY = {
  mempool: msg('waiting for a block'),
  mined: msg('in a block'),
  final: msg('final (10 blocks deep)'),
} as const;

/** Events on show: a campaign may have a claim for each of its recipients. */
const SHOWN = 20;

/** Shows the events of a record, latest first. */
export const History = ({ entries, of }: { readonly entries: readonly HistoryEntry[]; readonly of: Asset }) => {
  const { shown, others } = useFirstRows(entries, SHOWN);
  return (
    <Card title={t('History')}>
      {entries.length === 0 ? (
        <p className={styles['none']}>{t('Nothing has happened on the chain yet. Steps appear here automatically.')}</p>
      ) : (
        <ol className={styles['entries']}>
          {shown.map((entry) => (
            <li key={`${entry.event} ${entry.of ?? ''} ${entry.txHash} ${entry.at}`} className={styles['entry']}>
              <div>
                <p className={styles['event']}>{historyText(entry)}</p>
                <p className={styles['when']}>
                  <Time at={entry.at} ago isPast />
                </p>
              </div>
              <div className={styles['amount']}>
                {entry.amountBase !== 0n && <Amount base={entry.amountBase} of={of} />}
              </div>
              <div className={styles['chain']}>{entry.finality != null && t(FINALITY[entry.finality])}</div>
            </li>
          ))}
        </ol>
      )}
      {others}
    </Card>
  );
};
