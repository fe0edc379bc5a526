import type { ReactNode } from 'react';
import type { Wallet } from '@weir/client';
import { FinishedCard } from '../actions/finished-card.js';
import { LiveSign, StatusBadge } from '../ui/badge.js';
import { Guarded, GuardedParts } from '../ui/guarded.js';
import { usePageTitle } from '../ui/hooks.js';
import { Cell, Row, Split, Stack } from '../ui/layout.js';
import { Title } from '../ui/values.js';
import { OnChain } from './on-chain.js';
import styles from './record-head.module.css';
import { type Receipts, RecordTools } from './record-tools.js';
import { useLiveRecord } from './use-live-record.js';

interface RecordPageProps {
  readonly id: string;
  /** Name of the kind of record. */
  readonly kind: string;
  /** Its number, such as `#WEIR-BCH-000001`. */
  readonly displayId: string;
  /** Its description; by default its number. */
  readonly title?: string | null;
  readonly status: string;
  /** Wallet that signs in, where the record is private. */
  readonly wallet?: Wallet | undefined;
  /** Its money, beside what the user can do with it. */
  readonly money: ReactNode;
  /** What the user can do with it. */
  readonly actions: ReactNode;
  /** Its steps on the chain. */
  readonly receipts?: Receipts;
  /** What is folded under “On chain”, beside its number and its steps. */
  readonly onChain?: { readonly contract?: string | null; readonly category?: string | null; readonly asOf?: number };
  /** The terms. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Layout of the page of a record: its head, its money and the next step, its content, and beside that its terms. */
export const RecordPage = ({
  id,
  kind,
  displayId,
  title,
  status,
  wallet,
  money,
  actions,
  receipts,
  onChain,
  side,
  children,
}: RecordPageProps) => {
  const shown = title ?? displayId;
  usePageTitle(shown);
  const liveState = useLiveRecord(id, wallet);
  return (
    <>
      <Row gap="8px 16px" align="end" justify="space-between">
        <div>
          <p className={styles['kind']}>
            {kind}
            {shown !== displayId && displayId.startsWith('#') && (
              <>
                {' '}
                <Title text={displayId} />
              </>
            )}
          </p>
          <h1 className={styles['title']}>
            <Title text={shown} />
          </h1>
        </div>
        {/* A row of their own, with any text: one that they only sometimes need would move the page. */}
        <Row gap={14} align="center" below={{ 900: { basis: '100%' } }}>
          <StatusBadge status={status} />
          <LiveSign liveState={liveState} />
          <RecordTools title={shown} number={displayId} receipts={receipts} />
        </Row>
      </Row>
      <FinishedCard id={id} />
      <Cell pad={24} below={{ 720: { pad: 16 } }} className={styles['first']}>
        <Split>
          <Guarded>{money}</Guarded>
          <Stack gap={20}>
            <GuardedParts>{actions}</GuardedParts>
          </Stack>
        </Split>
      </Cell>
      <Split>
        <Stack gap={20}>
          <GuardedParts>{children}</GuardedParts>
          <OnChain displayId={displayId} {...onChain} entries={receipts?.entries ?? []} />
        </Stack>
        <Stack gap={20}>
          <GuardedParts>{side}</GuardedParts>
        </Stack>
      </Split>
    </>
  );
};
