import { Link, useSearch } from '@tanstack/react-router';
import type { Answered } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { type AssetOfRecord, asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { plainAddress } from '../format/identifiers.js';
import { dayBounds } from '../format/time.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { partyName, useRecordNames } from '../names/plan-names.js';
import { AssetAmount } from '../records/asset-amount.js';
import { ListBar } from '../records/list-bar.js';
import { FilteredCard, useWhole } from '../records/list-card.js';
import { type FilteredRow, filterRows, isNarrowed, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import { MOVE_WORDS } from '../records/move-words.js';
import { Worth } from '../records/worth.js';
import { buttonClass, classes } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Cell, Columns, Row, Stack } from '../ui/layout.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, TaskState } from '../ui/states.js';
import { PartyName, Time, Title, TxHash } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type Scope, useScope } from '../wallet/scope.js';
import { useProof } from '../wallet/use-portfolio.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './activity-page.module.css';

const BCH = { token_type: 'BCH', token_category: null } as const;

const SIGNS = { in: '+', out: '−', contract: '' } as const;

/** Kinds whose other end is a person's or a treasury's, rather than a contract's. */
const PEOPLES: ReadonlySet<string> = new Set(['claim', 'push', 'payout']);

type ActivityEntry = Answered<'ActivityEntry'>;

const keyOf = ({ timestamp, recordId, txHash, kind, direction, tokenCategory }: ActivityEntry): string =>
  [timestamp, recordId, txHash, kind, direction, tokenCategory].join();

/** A payment as a row, with what the filters look at. */
interface EntryRow extends FilteredRow {
  readonly entry: ActivityEntry;
}

const rowOf = (entry: ActivityEntry, nameOf: (id: string) => string | undefined): EntryRow => {
  const { product, kind, direction, recordId, displayId, planDisplayId, memo, recipientName, counterparty } = entry;
  const title = memo ?? recipientName ?? nameOf(recordId) ?? displayId ?? '';
  const party = counterparty === null ? [] : [counterparty, partyName(counterparty)];
  return {
    entry,
    title,
    facets: { kind: product, move: kind, direction },
    amountBase: entry.amountBase,
    words: [displayId, planDisplayId, recipientName, nameOf(recordId), ...party].flatMap((word) => word ?? []),
    createdAt: entry.timestamp,
    group: null,
  };
};

/** Writes payments as CSV, one a line. @param tokens what is known of their tokens, by category */
const entriesCsv = (rows: readonly EntryRow[], tokens: ReadonlyMap<string, AssetOfRecord['token']>): string =>
  csvText([
    [
      'time',
      'event',
      'direction',
      'kind',
      'number',
      'name',
      'counterparty',
      'amount',
      'asset',
      'category',
      'transaction',
    ],
    ...rows.map(({ entry, title }) => {
      const { tokenType: token_type, tokenCategory: token_category } = entry;
      const of = { token_type, token_category, token: tokens.get(token_category ?? '') ?? null };
      return [
        new Date(entry.timestamp * 1_000).toISOString(),
        t(MOVE_WORDS[entry.kind]),
        entry.direction,
        entry.product,
        entry.displayId ?? '',
        title,
        entry.counterparty ?? '',
        asTyped(plainText(entry.amountBase, decimalsOf(of))),
        unitOf(of),
        entry.tokenCategory ?? '',
        entry.txHash ?? '',
      ];
    }),
  ]);

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
    <Columns
      as="li"
      isRuled
      widths="minmax(0, 1fr) auto 176px"
      align="center"
      gap="2px 24px"
      pad="12px 0"
      below={{ 720: { widths: 'minmax(0, 1fr) fit-content(56%)', align: 'start', gap: '4px 12px' } }}
      className={styles['entry']}
    >
      <Cell as="span" below={{ 720: { column: '1 / -1' } }} className={styles['what']}>
        {t(MOVE_WORDS[kind])}{' '}
        <Link to={PAGES[page]} params={{ id }}>
          <Title text={name ?? t(KIND_NAMES[page])} />
        </Link>
      </Cell>
      <Row as="small" align="center" gap="2px 12px" column={1} below={{ 720: { column: '1 / -1' } }}>
        {count > 1 && <span>{plural(count, { one: '{count} payment', other: '{count} payments' })}</span>}
        <Time at={timestamp} isPast />
        {payday !== null && <span>{rich('payday {day}', { day: <Time at={payday} isPast isDay /> })}</span>}
        {count === 1 && counterparty !== null && PEOPLES.has(kind) && <PartyName address={counterparty} />}
        {isOfSeveral && count === 1 && (
          <Row as="span" isInline gap="0 4px" align="center">
            {direction === 'in' ? rich('to {address}', { address: own }) : rich('from {address}', { address: own })}
          </Row>
        )}
      </Row>
      <Stack as="span" align="end" row="1 / span 2" column={2} below={{ 720: { row: 3 } }} className={styles['amount']}>
        <span className={classes(styles['moved'], direction === 'in' && styles['in'])}>
          {SIGNS[direction]}
          <AssetAmount base={amountBase} of={{ token_type: tokenType, token_category: tokenCategory }} />
        </span>
        <Worth base={amountBase} of={{ token_type: tokenType, token_category: tokenCategory }} isInList />
        {feesBase > 0n && (
          <small>{rich('and {amount} for fees', { amount: <AssetAmount base={feesBase} of={BCH} /> })}</small>
        )}
      </Stack>
      <Cell as="span" row="1 / span 2" column={3} below={{ 720: { row: 3, column: 1 } }} className={styles['hash']}>
        {txHash !== null && <TxHash hash={txHash} />}
      </Cell>
    </Columns>
  );
};

const Payments = ({ addresses, filters }: Pick<Scope, 'addresses'> & { readonly filters: ListFilters }) => {
  const address = addresses.join();
  const { weir } = useServices();
  const nameOf = useRecordNames();
  const file = useTask();
  const connected = useWallet();
  const { isProven } = useProof(connected);
  // Names in lists are for their sender: the file has them once the wallet has signed in. It is not asked to for a file.
  const prover = isProven ? connected?.wallet : undefined;
  const pages = usePages(
    ['party', address, 'activity', isProven],
    (cursor, { signal }) =>
      weir.ask(
        (sent) =>
          weir.api.GET('/api/activity', { ...sent, params: { query: { address, limit: MAX_PAGE_ROWS, ...cursor } } }),
        { signal, wallet: prover, isProven },
      ),
    ({ entries }) => entries.map((entry) => rowOf(entry, nameOf)),
  );
  useWhole(pages);
  const save = async (): Promise<void> => {
    const name = `weir-${plainAddress(address.slice(0, 20))}.csv`;
    const { from, to, ...others } = filters;
    if (isNarrowed(others)) {
      const rows = filterRows(pages.rows ?? [], filters);
      const tokens = new Map<string, AssetOfRecord['token']>();
      for (const category of new Set(rows.flatMap(({ entry }) => entry.tokenCategory ?? [])))
        tokens.set(category, (await weir.token(category)).token);
      await saveFile(entriesCsv(rows, tokens), name, 'text/csv');
      return;
    }
    // The ledger, with running totals; of all payments, not only of those that were read.
    const [first, last] = [from, to].map((day) => (day === undefined ? undefined : dayBounds(day)));
    const days = { ...(first !== undefined && { from: first.first }), ...(last !== undefined && { to: last.last }) };
    await saveFile(await weir.exports.activityFile({ address, ...days }, prover && { wallet: prover }), name);
  };
  if (pages.rows?.length === 0 && pages.more === false)
    return (
      <Empty title={t('No payments yet')} picture={<ExamplePicture of="rising" />}>
        <p>
          {plural(addresses.length, {
            one: 'Each payment of money to or from this address is listed here.',
            other: 'Each payment of money to or from these {count} addresses is listed here.',
          })}
        </p>
        <Link to="/new" className={buttonClass('main')}>
          {t('Create')}
        </Link>
      </Empty>
    );
  return (
    <>
      <ListBar
        list="activity"
        filters={filters}
        isBusy={pages.isPending || file.isRunning}
        onExport={() => void file.run(save)}
      />
      <TaskState task={file} what={t('Writing the file…')} />
      <FilteredCard title={t('Payments')} pages={pages} waiting={t('Loading the payments…')} filters={filters}>
        {(groups) => (
          <ul>
            {groups.map(([{ entry }]) => (
              <Entry key={keyOf(entry)} entry={entry} isOfSeveral={addresses.length > 1} />
            ))}
          </ul>
        )}
      </FilteredCard>
    </>
  );
};

/** Page of every payment to and from the address on show. */
const ActivityPage = () => {
  usePageTitle(t('Activity'));
  const { addresses } = useScope();
  const filters = listFiltersOf('activity')(useSearch({ strict: false }));
  return (
    <>
      <h1>{t('Activity')}</h1>
      {addresses.length === 0 ? (
        <NeedsWallet>{t('To see every payment to you and from you.')}</NeedsWallet>
      ) : (
        <Payments key={addresses.join()} addresses={addresses} filters={filters} />
      )}
    </>
  );
};

export default ActivityPage;
