import { Link } from '@tanstack/react-router';
import type { Answered } from '@weir/client';
import { useServices } from '../api/services.js';
import { plainAddress } from '../format/identifiers.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { msg, plural, t } from '../language/text.js';
import { useRecordNames } from '../names/plan-names.js';
import { AssetAmount } from '../records/asset-amount.js';
import { Worth } from '../records/worth.js';
import { Button, classes } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, TaskState } from '../ui/states.js';
import { PartyName, Time, Title, TxHash } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type Scope, useScope } from '../wallet/scope.js';
import { useProof } from '../wallet/use-portfolio.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './activity-page.module.css';

/** Entries of a page. */
const ENTRIES = 25;
const BCH = { token_type: 'BCH', token_category: null } as const;

const WORDS = {
  funding: msg('Locked'),
  claim: msg('Claimed'),
  push: msg('Paid'),
  refund: msg('Returned'),
  deposit: msg('Deposited'),
  payout: msg('Paid out'),
} as const;
const SIGNS = { in: '+', out: '−', contract: '' } as const;

/** Kinds whose other end is a person's or a treasury's, rather than a contract's. */
const PEOPLES: ReadonlySet<string> = new Set(['claim', 'push', 'payout']);

type ActivityEntry = Answered<'ActivityEntry'>;

const keyOf = ({ timestamp, recordId, txHash, kind, direction, tokenCategory }: ActivityEntry): string =>
  [timestamp, recordId, txHash, kind, direction, tokenCategory].join();

const Entry = ({ entry, isOfSeveral }: { readonly entry: ActivityEntry; readonly isOfSeveral: boolean }) => {
  const nameOf = useRecordNames();
  const { kind, direction, product, timestamp, count, txHash, amountBase, feesBase } = entry;
  const { recordId, displayId, memo, counterparty, planId, planDisplayId, address, tokenType, tokenCategory } = entry;
  const { recipientName, payday } = entry;
  const [page, id, name] =
    count > 1 && planId !== null
      ? (['plan', planId, planDisplayId] as const)
      : ([product, recordId, memo ?? recipientName ?? nameOf(recordId) ?? displayId] as const);
  const own = <PartyName address={address} />;
  return (
    <li className={styles['entry']}>
      <span className={styles['what']}>
        {t(WORDS[kind])}{' '}
        <Link to={PAGES[page]} params={{ id }}>
          <Title text={name ?? t(KIND_NAMES[page])} />
        </Link>
      </span>
      <small className={styles['when']}>
        {count > 1 && <span>{plural(count, { one: '{count} payment', other: '{count} payments' })}</span>}
        <Time at={timestamp} isPast />
        {payday !== null && <span>{rich('payday {day}', { day: <Time at={payday} isPast isDay /> })}</span>}
        {count === 1 && counterparty !== null && PEOPLES.has(kind) && <PartyName address={counterparty} />}
        {isOfSeveral && count === 1 && (
          <span className={styles['own']}>
            {direction === 'in' ? rich('to {address}', { address: own }) : rich('from {address}', { address: own })}
          </span>
        )}
      </small>
      <span className={styles['amount']}>
        <Worth base={amountBase} of={{ token_type: tokenType, token_category: tokenCategory }} isInList />
        <span className={classes(styles['moved'], direction === 'in' && styles['in'])}>
          {SIGNS[direction]}
          <AssetAmount base={amountBase} of={{ token_type: tokenType, token_category: tokenCategory }} />
        </span>
        {feesBase > 0n && (
          <small>{rich('and {amount} for fees', { amount: <AssetAmount base={feesBase} of={BCH} /> })}</small>
        )}
      </span>
      <span className={styles['hash']}>{txHash !== null && <TxHash hash={txHash} />}</span>
    </li>
  );
};

const Payments = ({ addresses }: Pick<Scope, 'addresses'>) => {
  const address = addresses.join();
  const { weir } = useServices();
  const file = useTask();
  const connected = useWallet();
  const { isProven } = useProof(connected);
  // Names in lists are for their sender: the file has them once the wallet has signed in. It is not asked to for a file.
  const prover = isProven ? connected?.wallet : undefined;
  const pages = usePages(
    ['party', address, 'activity', isProven],
    (cursor, { signal }) =>
      weir.ask(
        (sent) => weir.api.GET('/api/activity', { ...sent, params: { query: { address, limit: ENTRIES, ...cursor } } }),
        { signal, wallet: prover, isProven },
      ),
    ({ entries }) => entries,
  );
  const save = async (): Promise<void> =>
    saveFile(
      await weir.exports.activityFile({ address }, prover && { wallet: prover }),
      `weir-${plainAddress(address.slice(0, 20))}.csv`,
    );
  if (pages.rows?.length === 0 && pages.more === false)
    return (
      <Empty title={t('No payments yet')} picture={<ExamplePicture of="rising" />}>
        <p>
          {plural(addresses.length, {
            one: 'Each payment of money to or from this address is listed here.',
            other: 'Each payment of money to or from these {count} addresses is listed here.',
          })}
        </p>
      </Empty>
    );
  return (
    <PagesCard
      title={t('Payments')}
      aside={
        <Button small disabled={file.isRunning} onClick={() => void file.run(save)}>
          {t('Export CSV')}
        </Button>
      }
      pages={pages}
      waiting={t('Loading the payments…')}
    >
      {(rows) => (
        <>
          <TaskState task={file} what={t('Writing the file…')} />
          <ul>
            {rows.map((entry) => (
              <Entry key={keyOf(entry)} entry={entry} isOfSeveral={addresses.length > 1} />
            ))}
          </ul>
        </>
      )}
    </PagesCard>
  );
};

/** Page of every payment to and from the address on show. */
const ActivityPage = () => {
  usePageTitle(t('Activity'));
  const { addresses } = useScope();
  return (
    <>
      <h1>{t('Activity')}</h1>
      {addresses.length === 0 ? (
        <NeedsWallet>{t('To see every payment to you and from you.')}</NeedsWallet>
      ) : (
        <Payments key={addresses.join()} addresses={addresses} />
      )}
    </>
  );
};

export default ActivityPage;
