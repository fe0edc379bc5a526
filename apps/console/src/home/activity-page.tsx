import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNow, useServices } from '../api/services.js';
import { type Scope, useScope } from '../app/scope.js';
import { plainAddress } from '../format/identifiers.js';
import { rich } from '../language/rich.js';
import { msg, numberText, plural, t } from '../language/text.js';
import { KIND_NAMES, PAGES } from '../records/pages.js';
import { Button, classes } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, TaskState, Waiting } from '../ui/states.js';
import { PartyName, Time, Title, TxHash } from '../ui/values.js';
import { type ActivityEntry, entriesOf, SHOWN, WINDOWS } from './activity-entries.js';
import styles from './activity-page.module.css';
import { AssetAmount } from './asset-amount.js';
import { NeedsWallet } from './needs-wallet.js';

const DAY = 86_400;
const BCH = { token_type: 'BCH', token_category: null } as const;

const WORDS = {
  funding: msg('Locked'),
  reserve: msg('Locked for fees'),
  claim: msg('Claimed'),
  push: msg('Paid'),
  refund: msg('Returned'),
  deposit: msg('Deposited'),
  payout: msg('Paid out'),
} as const;
const SIGNS = { in: '+', out: '−', contract: '' } as const;

/** Kinds whose other end is a person's or a treasury's, rather than a contract's. */
const PEOPLES: ReadonlySet<string> = new Set(['claim', 'push', 'payout']);

const Entry = ({ entry, isOfSeveral }: { readonly entry: ActivityEntry; readonly isOfSeveral: boolean }) => {
  const { kind, direction, product, asset, at, count, feesBase, txHash, line } = entry;
  const { recordId, displayId, memo, counterparty, planId, planDisplayId } = line;
  const [page, id, name] =
    count > 1 && planId !== null
      ? (['plan', planId, planDisplayId] as const)
      : ([product, recordId, memo ?? displayId] as const);
  const of = {
    token_type: asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN',
    token_category: asset === 'BCH' ? null : asset,
  } as const;
  const isReserve = kind === 'reserve';
  const own = <PartyName address={line.address} />;
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
        <Time at={at} isPast />
        {count === 1 && counterparty !== null && PEOPLES.has(kind) && <PartyName address={counterparty} />}
        {isOfSeveral && count === 1 && (
          <span className={styles['own']}>
            {direction === 'in' ? rich('to {address}', { address: own }) : rich('from {address}', { address: own })}
          </span>
        )}
      </small>
      <span className={styles['amount']}>
        <span className={classes(styles['moved'], direction === 'in' && styles['in'])}>
          {SIGNS[direction]}
          <AssetAmount base={isReserve ? feesBase : entry.amountBase} of={of} />
        </span>
        {!isReserve && feesBase > 0n && (
          <small>{rich('and {amount} for fees', { amount: <AssetAmount base={feesBase} of={BCH} /> })}</small>
        )}
      </span>
      <span className={styles['hash']}>{txHash !== undefined && <TxHash hash={txHash} />}</span>
    </li>
  );
};

const Lines = ({ addresses }: Pick<Scope, 'addresses'>) => {
  const address = addresses.join();
  const { weir } = useServices();
  const now = useNow();
  const file = useTask();
  const { data, error, refetch } = useQuery({
    queryKey: ['party', address, 'activity'],
    queryFn: async ({ signal }) => {
      for (const days of WINDOWS) {
        // Whole days, as entries are.
        const from = Math.max(0, Math.floor(new Date((now - days * DAY) * 1_000).setHours(0, 0, 0, 0) / 1_000));
        const entries = await entriesOf(weir.exports.activity({ address, from }, { signal }));
        if (entries.length > SHOWN) return entries;
      }
      return entriesOf(weir.exports.activity({ address }, { signal }));
    },
  });
  const save = async (): Promise<void> =>
    saveFile(await weir.exports.activityFile({ address }), `weir-${plainAddress(address.slice(0, 20))}.csv`);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data?.length === 0)
    return (
      <Empty title={t('No payments yet')}>
        <p>
          {plural(addresses.length, {
            one: 'Each payment of money to or from this address is listed here.',
            other: 'Each payment of money to or from these {count} addresses is listed here.',
          })}
        </p>
      </Empty>
    );
  return (
    <Card
      title={t('Payments')}
      aside={
        <Button small disabled={file.isRunning} onClick={() => void file.run(save)}>
          {t('Export CSV')}
        </Button>
      }
    >
      <TaskState task={file} what={t('Writing the file…')} />
      {data === undefined && <Waiting what={t('Loading the payments…')} height={192} />}
      <ul>
        {data?.slice(0, SHOWN).map((entry) => (
          <Entry key={entry.key} entry={entry} isOfSeveral={addresses.length > 1} />
        ))}
      </ul>
      {data !== undefined && data.length > SHOWN && (
        <p>{t('The latest {count}. The file has all.', { count: numberText(SHOWN) })}</p>
      )}
    </Card>
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
        <Lines key={addresses.join()} addresses={addresses} />
      )}
    </>
  );
};

export default ActivityPage;
