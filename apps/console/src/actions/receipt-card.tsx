import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useServices } from '../api/services.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Facts } from '../ui/card.js';
import { Row } from '../ui/layout.js';
import { saveFile } from '../ui/save-file.js';
import { TxHash } from '../ui/values.js';
import styles from './receipt-card.module.css';
import { type Receipt, receiptLines, receiptSentences, receiptText, recordPath } from './receipt.js';

/** The receipt alone, as it is printed: outside of the page, which is hidden meanwhile. */
const Sheet = ({ receipt }: { readonly receipt: Receipt }) => {
  const { transactionUrl } = useServices().settings;
  return createPortal(
    <article className={styles['sheet']}>
      <h1>{t('Receipt')}</h1>
      {receiptSentences(receipt).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Facts facts={receiptLines(receipt, location.origin, transactionUrl)} />
    </article>,
    document.body,
  );
};

/** Shows what an action did: in words, with its transactions, and as a receipt to print or save. */
const ReceiptCard = ({ receipt }: { readonly receipt: Receipt }) => {
  const { transactionUrl } = useServices().settings;
  const { pathname } = useLocation();
  const [isPrinting, setPrinting] = useState(false);
  const { product, id, verb, parts } = receipt;
  const hashes = parts.flatMap(({ txHash }) => (txHash === undefined ? [] : [txHash]));
  const printIt = (): void => {
    const { dataset } = document.documentElement;
    flushSync(() => setPrinting(true));
    dataset['prints'] = 'receipt';
    const end = (): void => {
      delete dataset['prints'];
      setPrinting(false);
    };
    // Phones return from `print` before anything is printed.
    addEventListener('afterprint', end, { once: true });
    print();
  };
  const name = hashes[0]?.slice(0, 8) ?? verb;
  return (
    <div className={styles['receipt']}>
      {receiptSentences(receipt).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {verb === 'approve' && <p>{t('Your signature is stored. Nothing is sent until two signers have signed.')}</p>}
      {hashes.map((hash) => (
        <TxHash key={hash} hash={hash} />
      ))}
      {pathname !== recordPath(receipt) && (
        <p>
          {rich('See the {record}.', {
            record: (
              <Link to={PAGES[product]} params={{ id }}>
                {t(KIND_NAMES[product])}
              </Link>
            ),
          })}
        </p>
      )}
      <Row gap={8}>
        <Button small onClick={printIt}>
          {t('Print the receipt')}
        </Button>
        <Button
          small
          onClick={() =>
            void saveFile(
              receiptText(receipt, location.origin, transactionUrl),
              `weir-receipt-${name}.txt`,
              'text/plain;charset=utf-8',
            )
          }
        >
          {t('Save the receipt')}
        </Button>
      </Row>
      {isPrinting && <Sheet receipt={receipt} />}
    </div>
  );
};

export default ReceiptCard;
