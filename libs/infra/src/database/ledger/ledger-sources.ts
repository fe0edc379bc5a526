import { type RawBuilder, sql } from 'kysely';
import { isFillingKind, isPayoutKind, isTakingKind, PROPOSALS, type ProposalKind, wordsOf } from '@weir/kinds';
import { wordsInSql } from '../sql/words-in-sql.js';

/** The party and the time whose lines are read. */
export interface LedgerQuery {
  /**
   * Keys of the addresses of one party, each once and at least one: of a P2PKH address its hash160, else the locking bytecode; hex.
   */
  readonly parties: readonly string[];
  /** Hash of the proven viewer: private vaults' lines are for their members. */
  readonly viewerHashes: readonly string[];
  /** Unix seconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Where lines of one kind are. `at`, its record and `tx` are in the order of an index whose first column is the party. */
export interface LedgerSource {
  /** The columns of a line: {@link COLUMNS}. */
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly record: RawBuilder<unknown>;
  readonly tx: RawBuilder<unknown>;
  /** The column that says whose it is. */
  readonly party: RawBuilder<unknown>;
  /** The party as that column has it. */
  readonly keys: RawBuilder<unknown>;
}

/** Names of a line's columns. */
export const COLUMNS = sql`at, tx_hash, leg, kind, direction, product, record_id, display_id, counterparty, address, amount, token_category, memo, plan_id, plan_display_id, recipient_name, payday, periods, currency, currency_amount, price, price_time, price_number, period_amount`;
/** Of lines without a price. */
const NO_PRICE = sql`NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::bigint, NULL::numeric`;
/** Of lines of records that are in no plan, and that pay no periods. */
const NO_PLAN = sql`NULL::uuid, NULL::text, NULL::text, NULL::bigint, NULL::integer, ${NO_PRICE}`;

/** Of a P2PKH address: anybody who is known by more is a script. */
const isKeyHash = (party: string): boolean => /^[0-9a-f]{40}$/u.test(party);
const keysOf = ({ parties }: Pick<LedgerQuery, 'parties'>): RawBuilder<unknown> => sql`${parties}::text[]`;

/** Whether a stream's sender is the proven viewer, or a vault that they created or sign for. */
const isViewers = ({
  viewerHashes,
}: LedgerQuery): RawBuilder<unknown> => sql`(s.sender_hash = ANY(${viewerHashes}::text[]) OR EXISTS (
  SELECT FROM vaults AS v JOIN vault_members AS m ON m.vault_id = v.id
  WHERE v.locking_bytecode = s.sender_hash AND m.role IN ('creator', 'signer') AND m.hash = ANY(${viewerHashes}::text[])))`;

/**
 * Who a payment is for: what the sender called them in a plan, for this sender alone, or else the payment's public name. And when the
 * last period that a line pays was due, with the number of periods; of a stream by the calendar, its last installment or tranche.
 */
const nameAndPayday = (query: LedgerQuery): RawBuilder<unknown> => sql`
  coalesce(CASE WHEN t.plan_id IS NOT NULL AND ${query.viewerHashes.length > 0}::boolean AND ${isViewers(query)}
    THEN (SELECT listed.label FROM plan_recipients AS listed WHERE listed.stream_id = t.resource_id) END, s.recipient_name),
  CASE WHEN paid.periods IS NOT NULL THEN coalesce(
    (t.state_before ->> 'next_due')::bigint + (paid.periods - 1) * s.interval_seconds,
    payday_after((t.state_before ->> 'next_due')::bigint, paid.periods - 1, s.calendar_months, s.calendar_day, s.calendar_second_day,
      s.calendar_time, s.calendar_offset)) ELSE paid.payday END,
  paid.periods`;

const PAID = sql`CASE t.kind WHEN 'push' THEN 'push' ELSE 'claim' END`;

/**
 * Of streams, payments and locks, of both: what funds them and comes back is their sender's, what is paid their recipient's. Of a
 * lock that a claim opened, its creator's line is that of the claim; its recipient's are what it pays.
 */
const ofSteps = (
  query: LedgerQuery,
  party: RawBuilder<unknown>,
  legs: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): LedgerSource => ({
  columns: sql`t.created_at, t.tx_hash, legs.leg, legs.kind, legs.direction, CASE s.contract WHEN 'LOCK' THEN 'lock' ELSE s.product END,
    t.resource_id, s.stream_id, legs.counterparty, legs.address, legs.amount, legs.token_category, s.description, t.plan_id, plans.plan_id,
    ${nameAndPayday(query)}, ${NO_PRICE}`,
  from: sql`transitions AS t JOIN streams AS s ON s.id = t.resource_id LEFT JOIN plans ON plans.id = t.plan_id
    CROSS JOIN LATERAL (VALUES ${legs}) AS legs (leg, kind, direction, counterparty, address, amount, token_category)
    LEFT JOIN LATERAL (
      SELECT CASE WHEN s.product = 'payment' THEN claims.periods END AS periods, claims.payday FROM stream_claims AS claims
      WHERE legs.kind IN ('claim', 'push') AND claims.stream_id = t.resource_id AND claims.tx_hash = t.tx_hash
    ) AS paid ON true`,
  where: sql`legs.amount > 0 AND ${where}`,
  at: sql`t.created_at`,
  record: sql`t.resource_id`,
  tx: sql`t.tx_hash`,
  party,
  keys: keysOf(query),
});

const SENDERS = sql`
  (1, 'funding', 'out', s.contract_address, s.sender, CASE WHEN t.sequence = 1 THEN s.total_amount ELSE 0 END, s.token_category),
  (2, 'reserve', 'out', s.contract_address, s.sender, CASE WHEN t.sequence = 1 THEN s.plan_reserve ELSE 0 END, NULL),
  (3, ${PAID}, 'contract', s.recipient, s.sender, t.paid_to_recipient, s.token_category),
  (4, 'refund', 'in', s.contract_address, s.sender, t.paid_to_sender, s.token_category)`;
const RECIPIENTS = sql`(5, ${PAID}, 'in', s.sender, s.recipient, t.paid_to_recipient, s.token_category)`;

/** Formats units of the currency of a payment `m` as decimal text. */
const inCurrency = (units: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(${units} / 10::numeric ^ m.decimals::numeric, m.decimals)::text`;

/**
 * Of payments in a currency, of both: a period has its amount in the currency and the price that it was paid at. What was added is among the
 * sender's lines, and changes no total: nobody knows who added it.
 */
const ofCurrency = (query: LedgerQuery, party: RawBuilder<unknown>, legs: RawBuilder<unknown>): LedgerSource => ({
  columns: sql`t.created_at, t.tx_hash, legs.leg, legs.kind, legs.direction, 'currency', t.resource_id, m.payment_id, legs.counterparty,
    legs.address, legs.amount, NULL::text, NULL::text, NULL::uuid, NULL::text, m.recipient_name, f.due, CASE WHEN f.due IS NOT NULL THEN 1 END,
    CASE WHEN f.due IS NOT NULL THEN m.currency END, CASE WHEN f.due IS NOT NULL THEN ${inCurrency(sql`m.amount_per_period`)} END,
    ${inCurrency(sql`f.price`)}, f.price_time, f.price_number, f.satoshis`,
  from: sql`transitions AS t JOIN currency_payments AS m ON t.resource_type = 'currency_payment' AND m.id = t.resource_id
    LEFT JOIN currency_prices AS f ON f.payment_id = m.id AND f.tx_hash = t.tx_hash
    CROSS JOIN LATERAL (VALUES ${legs}) AS legs (leg, kind, direction, counterparty, address, amount)`,
  where: sql`legs.amount > 0`,
  at: sql`t.created_at`,
  record: sql`t.resource_id`,
  tx: sql`t.tx_hash`,
  party,
  keys: keysOf(query),
});

const CURRENCY_SENDERS = sql`
  (1, 'funding', 'out', m.contract_address, m.sender, CASE WHEN t.sequence = 1 THEN t.state_satoshis ELSE 0 END),
  (2, 'deposit', 'contract', NULL, m.sender, CASE WHEN t.kind = 'top-up'
    THEN t.state_satoshis - (t.state_before ->> 'state_satoshis')::numeric ELSE 0 END),
  (3, 'push', 'contract', m.recipient, m.sender, t.paid_to_recipient),
  (4, 'refund', 'in', m.contract_address, m.sender, t.paid_to_sender)`;
const CURRENCY_RECIPIENTS = sql`(5, 'push', 'in', m.sender, m.recipient, t.paid_to_recipient)`;

/** What a campaign's lanes got to pay for later steps, beside what they pay: satoshis. */
const CAMPAIGN_RESERVE = sql`(
  SELECT sum(st.satoshis + coalesce(st.companion_satoshis, 0)) - CASE WHEN c.token_category IS NULL THEN c.pool ELSE 0 END
  FROM airdrop_steps AS st WHERE st.campaign_id = c.id AND st.sequence = 0)`;

/** Of campaigns, of their creator: each funding of theirs, with its reserve. */
const ofCampaigns = (query: LedgerQuery): LedgerSource => ({
  columns: sql`c.activated_at, c.funding_tx_hash, legs.leg, legs.kind, 'out', 'airdrop', c.id, c.campaign_id, c.contract_address,
    c.creator, legs.amount, legs.token_category, c.title, ${NO_PLAN}`,
  from: sql`airdrop_campaigns AS c CROSS JOIN LATERAL (VALUES
    (1, 'funding', c.pool, c.token_category), (2, 'reserve', ${CAMPAIGN_RESERVE}, NULL)) AS legs (leg, kind, amount, token_category)`,
  where: sql`c.funding_tx_hash IS NOT NULL AND legs.amount > 0`,
  at: sql`c.activated_at`,
  record: sql`c.id`,
  tx: sql`c.funding_tx_hash`,
  party: sql`c.creator_hash`,
  keys: keysOf(query),
});

/** Of the steps of campaigns, of their creator: funded ones, since anybody who wants to may create others without paying. */
const ofLanes = (query: LedgerQuery, leg: RawBuilder<unknown>, where: RawBuilder<unknown>): LedgerSource => ({
  columns: sql`st.created_at, st.tx_hash, 10 + 4 * st.lane + legs.leg, legs.kind, legs.direction, 'airdrop', c.id, c.campaign_id,
    legs.counterparty, c.creator, legs.amount, c.token_category, c.title, ${NO_PLAN}`,
  from: sql`airdrop_campaigns AS c JOIN airdrop_steps AS st ON st.campaign_id = c.id
    CROSS JOIN LATERAL (VALUES ${leg}) AS legs (leg, kind, direction, counterparty, amount)`,
  where: sql`c.funding_tx_hash IS NOT NULL AND legs.amount > 0 AND ${where}`,
  at: sql`st.created_at`,
  record: sql`c.id`,
  tx: sql`st.tx_hash`,
  party: sql`c.creator_hash`,
  keys: keysOf(query),
});

/** What an address was paid by claims: of a list that vests, its locks pay. */
const ofClaims = ({ parties }: LedgerQuery): LedgerSource => ({
  columns: sql`st.created_at, st.tx_hash, 10 + 4 * st.lane, 'claim', 'in', 'airdrop', c.id, c.campaign_id, c.creator, st.recipient,
    st.amount, c.token_category, c.title, ${NO_PLAN}`,
  from: sql`airdrop_steps AS st JOIN airdrop_campaigns AS c ON c.id = st.campaign_id`,
  where: sql`c.vesting_type IS NULL AND st.kind = 'claim'`,
  at: sql`st.created_at`,
  record: sql`st.campaign_id`,
  tx: sql`st.tx_hash`,
  party: sql`st.recipient_hash`,
  keys: sql`${parties.filter(isKeyHash).map((hash) => Buffer.from(hash, 'hex'))}::bytea[]`,
});

const mayBeSeen = ({ viewerHashes }: LedgerQuery) =>
  sql`(v.is_public OR EXISTS (SELECT FROM vault_members AS m WHERE m.vault_id = v.id AND m.hash = ANY(${viewerHashes}::text[])))`;

/** Executed proposals of some kinds. */
const executed = (isKind: (kind: ProposalKind) => boolean): RawBuilder<unknown> =>
  sql`p.status = 'EXECUTED' AND p.kind IN ${wordsInSql(wordsOf(PROPOSALS).filter(isKind))}`;

/**
 * The kinds of proposals that pay somebody, or the till of a payment in a currency; the others fund or steer records, whose own lines these
 * are.
 */
const PAYS = executed((kind) => isPayoutKind(kind) || isFillingKind(kind));
/** What a vault takes back from such a till. */
const TAKES = executed(isTakingKind);

const EXECUTION = { at: sql`p.executed_at`, record: sql`p.id`, tx: sql`p.executed_tx_hash` };

/** What was paid to somebody by vaults. */
const ofPayoutsTo = (query: LedgerQuery): LedgerSource => ({
  columns: sql`p.executed_at, p.executed_tx_hash, 1, 'payout', 'in', 'vault', p.id, p.proposal_id, v.contract_address, p.recipient,
    p.amount, p.token_category, p.reason, ${NO_PLAN}`,
  from: sql`vault_proposals AS p JOIN vaults AS v ON v.id = p.vault_id`,
  where: sql`${PAYS} AND ${mayBeSeen(query)}`,
  ...EXECUTION,
  party: sql`p.recipient_bytecode`,
  keys: sql`${query.parties.map((party) => (isKeyHash(party) ? `76a914${party}88ac` : party))}::text[]`,
});

/** Of what was at a vault's address, what no other line reports: not its state, its change, nor what records or vaults paid to it. */
const IS_DEPOSIT = sql`
  NOT EXISTS (SELECT FROM transitions AS t WHERE t.tx_hash = d.tx_hash AND t.resource_type = 'vault' AND t.resource_id = v.id
    AND (t.spent_txid IS NOT NULL OR t.state_vout = d.vout))
  AND NOT EXISTS (SELECT FROM transitions AS t JOIN streams AS s ON s.id = t.resource_id
    WHERE t.tx_hash = d.tx_hash AND t.resource_type = 'stream' AND v.locking_bytecode IN (s.sender_hash, s.recipient_hash))
  AND NOT EXISTS (SELECT FROM airdrop_steps AS st JOIN airdrop_campaigns AS c ON c.id = st.campaign_id
    WHERE st.tx_hash = d.tx_hash AND c.creator_hash = v.locking_bytecode)
  AND NOT EXISTS (SELECT FROM transitions AS t JOIN purses AS r ON r.id = t.resource_id
    WHERE t.tx_hash = d.tx_hash AND t.resource_type = 'purse' AND r.vault_id = v.id)
  AND NOT EXISTS (SELECT FROM vault_proposals AS p
    WHERE p.executed_tx_hash = d.tx_hash AND (p.vault_id = v.id OR p.recipient_bytecode = v.locking_bytecode))`;

/** Of a vault itself: its deposits, the first with its state, and what it paid. */
const ofVaults = (query: LedgerQuery): readonly LedgerSource[] => {
  const own = { party: sql`v.locking_bytecode`, keys: keysOf(query) };
  return [
    {
      columns: sql`t.created_at, t.tx_hash, 1, 'deposit', 'in', 'vault', v.id, NULL, NULL, v.contract_address, t.state_satoshis, NULL, v.name, ${NO_PLAN}`,
      from: sql`vaults AS v JOIN transitions AS t ON t.resource_type = 'vault' AND t.resource_id = v.id AND t.sequence = 1`,
      where: mayBeSeen(query),
      ...own,
      at: sql`t.created_at`,
      record: sql`v.id`,
      tx: sql`t.tx_hash`,
    },
    {
      columns: sql`d.created_at, d.tx_hash, 10 + 2 * d.vout + legs.leg, 'deposit', 'in', 'vault', v.id, NULL, NULL, v.contract_address,
        legs.amount, legs.token_category, v.name, ${NO_PLAN}`,
      from: sql`vaults AS v JOIN vault_deposits AS d ON d.vault_id = v.id
        CROSS JOIN LATERAL (VALUES (0, d.satoshis, NULL), (1, d.token_amount, d.token_category)) AS legs (leg, amount, token_category)`,
      where: sql`legs.amount > 0 AND ${mayBeSeen(query)} AND ${IS_DEPOSIT}`,
      ...own,
      at: sql`d.created_at`,
      record: sql`v.id`,
      tx: sql`d.tx_hash`,
    },
    {
      columns: sql`p.executed_at, p.executed_tx_hash, 2, 'payout', 'out', 'vault', p.id, p.proposal_id, p.recipient, v.contract_address,
        p.amount, p.token_category, p.reason, ${NO_PLAN}`,
      from: sql`vaults AS v JOIN vault_proposals AS p ON p.vault_id = v.id`,
      where: sql`${PAYS} AND ${mayBeSeen(query)}`,
      ...own,
      ...EXECUTION,
    },
    {
      columns: sql`p.executed_at, p.executed_tx_hash, 3, 'refund', 'in', 'vault', p.id, p.proposal_id, NULL, v.contract_address,
        p.amount, p.token_category, p.reason, ${NO_PLAN}`,
      from: sql`vaults AS v JOIN vault_proposals AS p ON p.vault_id = v.id`,
      where: sql`${TAKES} AND ${mayBeSeen(query)}`,
      ...own,
      ...EXECUTION,
    },
  ];
};

const PURSE_PAYMENTS = sql`purse_payments AS paid JOIN transitions AS t
    ON t.resource_type = 'purse' AND t.resource_id = paid.purse_id AND t.tx_hash = paid.tx_hash
  JOIN purses AS r ON r.id = paid.purse_id JOIN vaults AS v ON v.id = r.vault_id`;
const PURSE_PAYMENT = { at: sql`t.created_at`, record: sql`r.id`, tx: sql`t.tx_hash` };

/** What purses paid to somebody. */
const ofPursesTo = (query: LedgerQuery): LedgerSource => ({
  columns: sql`t.created_at, t.tx_hash, 1, 'payout', 'in', 'vault', v.id, NULL, v.contract_address, paid.payee, paid.amount, r.token_category,
    v.name, ${NO_PLAN}`,
  from: PURSE_PAYMENTS,
  where: mayBeSeen(query),
  ...PURSE_PAYMENT,
  party: sql`paid.payee_bytecode`,
  keys: sql`${query.parties.map((party) => (isKeyHash(party) ? `76a914${party}88ac` : party))}::text[]`,
});

/** What purses of a vault paid. */
const ofPurses = (query: LedgerQuery): LedgerSource => ({
  columns: sql`t.created_at, t.tx_hash, 2, 'payout', 'out', 'vault', v.id, NULL, paid.payee, v.contract_address, paid.amount, r.token_category,
    v.name, ${NO_PLAN}`,
  from: PURSE_PAYMENTS,
  where: mayBeSeen(query),
  ...PURSE_PAYMENT,
  party: sql`v.locking_bytecode`,
  keys: keysOf(query),
});

/** The lines of a payer's lists and airdrops: those of a day are one payment to them. */
export const massSources = (query: LedgerQuery): readonly LedgerSource[] => [
  ofSteps(query, sql`t.sender_hash`, SENDERS, sql`t.plan_id IS NOT NULL`),
  ofLanes(query, sql`(1, 'claim', 'contract', st.recipient, st.amount)`, sql`st.kind = 'claim'`),
];

/** All other lines, each a payment by itself. */
export const singleSources = (query: LedgerQuery): readonly LedgerSource[] => [
  ofSteps(query, sql`t.sender_hash`, SENDERS, sql`t.plan_id IS NULL`),
  ofSteps(query, sql`t.recipient_hash`, RECIPIENTS, sql`true`),
  ofCurrency(query, sql`t.sender_hash`, CURRENCY_SENDERS),
  ofCurrency(query, sql`t.recipient_hash`, CURRENCY_RECIPIENTS),
  ofCampaigns(query),
  ofLanes(query, sql`(2, 'refund', 'in', c.contract_address, st.to_creator)`, sql`st.kind IN ('close', 'complete')`),
  ofPayoutsTo(query),
  ofPursesTo(query),
  ...(query.parties.some(isKeyHash) ? [ofClaims(query)] : []),
  ...(query.parties.every(isKeyHash) ? [] : [...ofVaults(query), ofPurses(query)]),
];

/** Selects all lines of some sources, in no order. */
export const linesOf = (sources: readonly LedgerSource[], { from, to }: LedgerQuery): RawBuilder<unknown> => {
  const parts = sources.map(
    (source) => sql`SELECT ${source.columns} FROM ${source.from}
      WHERE ${source.party} = ANY(${source.keys}) AND ${source.at} BETWEEN ${from} AND ${to} AND ${source.where}`,
  );
  return sql`SELECT ${COLUMNS} FROM (${sql.join(parts, sql` UNION ALL `)}) AS lines (${COLUMNS})`;
};
