import type { ReactNode, SubmitEvent } from 'react';
import { ActionState } from '../actions/verb-bar.js';
import { useInfo } from '../api/services.js';
import { asShown } from '../format/amount.js';
import { t } from '../language/text.js';
import { PayerCard, type usePayer } from '../treasury/payer-card.js';
import { PayingTreasury } from '../treasury/payer-holdings.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import type { CostSheet } from './cost-lines.js';
import { Price } from './costs.js';
import styles from './form.module.css';
import type { KeptDraft } from './kept-draft.js';
import type { UnclearAmount } from './linked-fields.js';
import type { useCreate } from './use-create.js';

interface CreateColumnsProps {
  readonly creation: Omit<ReturnType<typeof useCreate>, 'submit'>;
  readonly kept: Pick<KeptDraft<unknown>, 'isRestored' | 'isLinked' | 'discard'>;
  /** Amounts of the link that opened the form which have two meanings. */
  readonly unclear?: readonly UnclearAmount[] | undefined;
  /** Whether that link has amounts or names that belong to no recipient for certain. */
  readonly isUneven?: boolean | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
  /** Shown while the record is being stored. */
  readonly doing?: ReactNode;
  /** Shows the error. */
  readonly failure?: (error: unknown) => ReactNode;
  /** Who pays, where that is a choice; otherwise the wallet does. */
  readonly payer?: ReturnType<typeof usePayer>;
  /** What it costs; undefined while that is not known. */
  readonly sheet: CostSheet | undefined;
  /** The terms; the field for who pays follows them. */
  readonly fields: ReactNode;
  /** Preview of the record. */
  readonly preview: ReactNode;
}

/**
 * Layout of the pages that create a record: its terms, below them the submit button, and beside both the preview. There the preview may
 * appear and grow as it likes: it never moves the button away from under a click.
 */
export const CreateColumns = ({
  creation,
  kept,
  unclear = [],
  isUneven = false,
  onSubmit,
  doing = <Waiting what={t('Storing the terms…')} on="task" />,
  failure = (shown) => <Failed error={shown} />,
  payer,
  sheet,
  fields,
  preview,
}: CreateColumnsProps) => {
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const { isCreating, isFunded, error, funding } = creation;
  return (
    <PayingTreasury value={payer === undefined ? null : payer.treasury}>
      <Columns
        as="form"
        widths="minmax(0, 1.75fr) minmax(0, 1fr)"
        heights="auto 1fr"
        gap={20}
        below={{ 900: { widths: 'minmax(0, 1fr)', heights: 'none' } }}
        onSubmit={onSubmit}
        noValidate
      >
        <Stack gap={20}>
          {(kept.isRestored || kept.isLinked) && (
            <Row as="p" gap={12} align="center" justify="space-between" role="status">
              {kept.isLinked
                ? t('A link filled in some fields. Check the recipient and the amount.')
                : t('This is your saved draft.')}
              <Button small onClick={kept.discard}>
                {t('Start over')}
              </Button>
            </Row>
          )}
          {kept.isLinked &&
            unclear.map(({ text, choices }, index) => (
              // Two rows may have the same amount.
              <p key={index} role="alert">
                {t('The link’s amount {text} could be {first} or {second}. Ask its author, and type the amount.', {
                  text,
                  first: asShown(choices[0]),
                  second: asShown(choices[1]),
                })}
              </p>
            ))}
          {kept.isLinked && isUneven && (
            <p role="alert">
              {t(
                'The link does not have one amount and one name for each recipient, so they are left out. Ask its author, and type them.',
              )}
            </p>
          )}
          {fields}
          {payer !== undefined && <PayerCard {...payer} />}
        </Stack>
        <Stack gap={20} column={1}>
          {error !== undefined && failure(error)}
          {connected === undefined && !isReconnecting ? (
            <Card title={t('Paid from')}>
              <p>{t('Connect the wallet that funds it.')}</p>
              <WalletButton />
            </Card>
          ) : (
            <Row align="center" content="start" gap="8px 16px" className={styles['act']}>
              <Button type="submit" look="main" disabled={isCreating || isReconnecting}>
                {isFunded ? t('Create and fund') : t('Create it')}
              </Button>
              {sheet !== undefined && <Price sheet={sheet} isByVault={payer?.payer.by === 'vault'} />}
            </Row>
          )}
          {isCreating && funding.phase === 'idle' && doing}
          {isCreating || funding.phase === 'failed' ? <ActionState state={funding} /> : null}
        </Stack>
        {/* Last on a phone: it grows with each answer, and moves nothing there. */}
        <Stack
          gap={20}
          column={2}
          row="1 / span 2"
          below={{ 900: { column: 1, row: 'auto' } }}
          className={styles['preview']}
        >
          {preview}
        </Stack>
      </Columns>
    </PayingTreasury>
  );
};

/**
 * Page that creates a record. It waits for the chain's time, which on a local chain may differ much from the user's clock.
 *
 * @param children called with the chain's time, Unix seconds
 */
export const NewPage = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: (now: number) => ReactNode;
}) => {
  usePageTitle(title);
  const { data, errorUpdateCount } = useInfo();
  const clock = Math.floor(Date.now() / 1_000);
  return (
    <>
      <h1>{title}</h1>
      {/* What has begun with the clock stays while the time is asked for again. */}
      {data === undefined && errorUpdateCount === 0 ? (
        <Waiting what={t('Loading the chain’s time…')} />
      ) : (
        children(data?.chain?.asOf ?? clock)
      )}
    </>
  );
};
