import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Indexer } from '@weir/client';
import { useServices } from '../api/services.js';
import type { AssetOfRecord } from '../format/amount.js';
import { groupsOf, shortHash } from '../format/identifiers.js';
import { numberText, t } from '../language/text.js';
import folds from '../records/on-chain.module.css';
import { classes } from '../ui/button.js';
import { type Fact, Facts } from '../ui/card.js';
import { Row } from '../ui/layout.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Amount, Copyable, PartyName, Time, TxHash } from '../ui/values.js';
import styles from './token-page.module.css';

const ROWS = 20;

type Lock = Awaited<ReturnType<Indexer['locks']>>['locks'][number];

/** A term as its announcement has it: a time among them is as exact as the chain. */
const termFacts = (terms: Readonly<Record<string, unknown>>): readonly Fact[] =>
  Object.entries(terms).flatMap(([name, value]): Fact[] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );

/** What proves a lock: its outputs, their scripts, the announcement, and the terms with recipient and total. */
const Proof = ({ lock }: { readonly lock: Lock }) => (
  <details className={classes(folds['fold'], styles['proof'])}>
    <summary>
      <ChevronRight size={16} aria-hidden="true" /> {t('Outputs, scripts and terms')}
    </summary>
    <Facts
      facts={[
        [t('Funding'), <TxHash key="f" hash={lock.fundedTxHash} />],
        [
          t('Contract'),
          <Copyable
            key="a"
            text={lock.contractAddress}
            shown={groupsOf(lock.contractAddress)}
            what={t('contract address')}
          />,
        ],
        ...lock.outputs.flatMap(({ txHash, vout, tokens, lockingBytecode }): Fact[] => {
          const outpoint = `${txHash}:${vout}`;
          return [
            [
              tokens === '0' ? t('State output') : t('Token output'),
              <Copyable key="o" text={outpoint} shown={`${shortHash(txHash)}:${vout}`} what={t('output')} />,
            ],
            [
              t('Its script'),
              <Copyable key="s" text={lockingBytecode} shown={shortHash(lockingBytecode)} what={t('script')} />,
            ],
          ];
        }),
        [
          t('Announcement'),
          <Copyable key="n" text={lock.announcement} shown={shortHash(lock.announcement)} what={t('announcement')} />,
        ],
        [
          t('Recipient'),
          lock.recipient !== null && (
            <Copyable key="r" text={lock.recipient} shown={groupsOf(lock.recipient)} what={t('address')} />
          ),
        ],
        // Base units: what the script of a lock is made of.
        ['totalAmount', lock.totalAmountBase.toString()],
        ...termFacts(lock.terms),
      ]}
    />
  </details>
);

const LockRow = ({ lock, asset }: { readonly lock: Lock; readonly asset: AssetOfRecord }) => (
  <li className={styles['lock']}>
    <Row as="span" gap="4px 16px" align="baseline" justify="space-between">
      <strong>
        <Amount base={lock.lockedBase} of={asset} />
      </strong>
      <span className={styles['note']}>
        {lock.isRevocable ? t('Its sender can take it back') : t('Nobody can take it back')}
      </span>
    </Row>
    <Row as="span" gap="4px 16px" align="baseline" justify="space-between">
      {lock.recipient === null ? (
        <span>{t('For the recipients of a list')}</span>
      ) : (
        <PartyName address={lock.recipient} />
      )}
      <span className={styles['note']}>
        {lock.unlockedAt === null ? t('Without a date') : <Time at={lock.unlockedAt} isDay />}
      </span>
    </Row>
    <Proof lock={lock} />
  </li>
);

interface LockListProps {
  readonly category: string;
  readonly asset: AssetOfRecord;
  /** Block of the figures that the page shows above; null while there are none. */
  readonly figuresHeight: number | null;
  readonly refetchFigures: () => void;
}

/** The contracts that hold a token, those that hold most first, page by page, each with what proves it. */
export const LockList = ({ category, asset, figuresHeight, refetchFigures }: LockListProps) => {
  const { weir } = useServices();
  const pages = usePages(
    ['token', category, 'locks'],
    (cursor, options) => weir.indexer.locks(category, { limit: ROWS, ...cursor }, options),
    ({ locks }) => locks,
  );
  const heights = pages.read.flatMap(({ height }) => height ?? []);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const areOfOneBlock = figuresHeight === null || heights.every((height) => height === figuresHeight);
  // The figures and the list come by two requests, between which blocks come: the older one is requested again, once a block.
  const { retry: refetchList } = pages;
  const refetchOlder = useEffectEvent(() => {
    if (areOfOneBlock) return;
    if (highest > figuresHeight) refetchFigures();
    else refetchList();
  });
  useEffect(() => refetchOlder(), [figuresHeight, lowest, highest]);
  return (
    <PagesCard title={t('Proof of lock')} pages={pages} waiting={t('Loading the contracts…')}>
      {(locks) => (
        <>
          {!areOfOneBlock && (
            <p>
              {t(
                'This list is of block {list}, and the figures above of block {figures}. They are being counted again.',
                {
                  list: numberText(highest),
                  figures: numberText(figuresHeight),
                },
              )}
            </p>
          )}
          {locks.length === 0 ? (
            <p>{t('No contract holds this token.')}</p>
          ) : (
            <ul>
              {locks.map((lock) => (
                <LockRow key={`${lock.fundedTxHash}:${lock.fundedVout}`} lock={lock} asset={asset} />
              ))}
            </ul>
          )}
        </>
      )}
    </PagesCard>
  );
};
