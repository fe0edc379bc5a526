import { ChevronRight } from 'lucide-react';
import { groupsOf } from '../format/identifiers.js';
import { t } from '../language/text.js';
import { type Fact, Facts } from '../ui/card.js';
import { Copyable, Time, TxHash } from '../ui/values.js';
import type { HistoryEntry } from './history-text.js';
import { historyText } from './history-text.js';
import styles from './on-chain.module.css';

interface OnChainProps {
  readonly displayId: string;
  /** Address of its contract, where it has one. */
  readonly contract?: string | null;
  readonly category?: string | null;
  /** The chain's time of its figures, Unix seconds. */
  readonly asOf?: number;
  readonly entries: readonly HistoryEntry[];
}

/** Ids, addresses and hashes of a record, folded: for those who check it on the chain. */
export const OnChain = ({ displayId, contract, category, asOf, entries }: OnChainProps) => {
  const facts: readonly Fact[] = [
    [t('Number'), displayId],
    [
      t('Contract'),
      contract != null && <Copyable key="k" text={contract} shown={groupsOf(contract)} what={t('contract address')} />,
    ],
    [
      t('Token category'),
      category != null && <Copyable key="c" text={category} shown={groupsOf(category)} what={t('category')} />,
    ],
    [t('Chain’s time'), asOf !== undefined && <Time key="t" at={asOf} />],
    ...entries.map((entry): Fact => [
      t('Transaction: {what}', { what: historyText(entry) }),
      <TxHash key={entry.txHash} hash={entry.txHash} />,
    ]),
  ];
  return (
    <details className={styles['fold']}>
      <summary>
        <ChevronRight size={16} aria-hidden="true" /> {t('On chain')}
      </summary>
      <Facts facts={facts} />
    </details>
  );
};
