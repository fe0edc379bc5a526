import { useQuery } from '@tanstack/react-query';
import { Download, Printer, Share2 } from 'lucide-react';
import type { Asset } from '../format/amount.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { pictureOf } from '../ui/code-picture.js';
import { Row } from '../ui/layout.js';
import { saveFile } from '../ui/save-file.js';
import { Copyable } from '../ui/values.js';
import type { HistoryEntry } from './history-text.js';
import { receiptsCsv } from './receipts.js';
import { RecordLabel } from './record-label.js';
import styles from './record-tools.module.css';

export interface Receipts {
  readonly entries: readonly HistoryEntry[];
  readonly of: Asset;
}

interface RecordToolsProps {
  readonly title: string;
  /** Its number. */
  readonly number: string;
  readonly receipts: Receipts | undefined;
}

/** Buttons that share a record by link or QR code, label it, print it, and save its receipts. */
export const RecordTools = ({ title, number, receipts }: RecordToolsProps) => {
  const link = `${location.origin}${location.pathname}`;
  const { data: picture, refetch } = useQuery({
    queryKey: ['picture', link],
    queryFn: () => pictureOf(link),
    enabled: false,
    staleTime: Infinity,
  });
  return (
    // A row of their own, which the sign's words do not move.
    <Row gap={4} below={{ 720: { basis: '100%' } }} className={styles['tools']}>
      <Button look="quiet" small popoverTarget="share" onClick={() => void refetch()}>
        <Share2 size={16} aria-hidden="true" /> {t('Share')}
      </Button>
      <RecordLabel number={number} />
      <Button look="quiet" small onClick={() => print()}>
        <Printer size={16} aria-hidden="true" /> {t('Print')}
      </Button>
      {receipts !== undefined && receipts.entries.length > 0 && (
        <Button
          look="quiet"
          small
          onClick={() =>
            void saveFile(receiptsCsv(title, receipts.entries, receipts.of), 'weir-receipts.csv', 'text/csv')
          }
        >
          <Download size={16} aria-hidden="true" /> {t('Receipts')}
        </Button>
      )}
      <div id="share" popover="auto" className={styles['share']} aria-label={t('Share')}>
        {picture !== undefined && <img src={picture} alt={t('The link of this page as a code to scan')} />}
        <Copyable text={link} shown={link} what={t('link')} />
      </div>
    </Row>
  );
};
