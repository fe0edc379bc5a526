import type { Asset } from '../format/amount.js';
import { msg, t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Cell, Columns } from '../ui/layout.js';
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
  // Records without states on the chain, such as airdrops, have no column for them: amounts end where the card does.
  const hasStates = shown.some(({ finality }) => finality != null);
  return (
    <Card title={t('History')}>
      {entries.length === 0 ? (
        <p className={styles['none']}>{t('Nothing has happened on the chain yet. Steps appear here automatically.')}</p>
      ) : (
        <ol>
          {shown.map((entry) => (
            <Columns
              as="li"
              key={`${entry.event} ${entry.of ?? ''} ${entry.txHash} ${entry.at}`}
              isRuled
              widths={hasStates ? 'minmax(0, 1fr) auto 152px' : 'minmax(0, 1fr) auto'}
              align="center"
              gap={16}
              pad="10px 0"
              below={{ 720: { widths: 'minmax(0, 1fr) auto', gap: '4px 12px' } }}
            >
              <div>
                <p className={styles['event']}>{historyText(entry)}</p>
                <p className={styles['when']}>
                  <Time at={entry.at} ago isPast />
                </p>
              </div>
              <div className={styles['amount']}>
                {entry.amountBase !== 0n && <Amount base={entry.amountBase} of={of} />}
              </div>
              {hasStates && (
                <Cell self="end" below={{ 720: { column: '1 / -1', self: 'start' } }} className={styles['chain']}>
                  {entry.finality != null && t(FINALITY[entry.finality])}
                </Cell>
              )}
            </Columns>
          ))}
        </ol>
      )}
      {others}
    </Card>
  );
};
