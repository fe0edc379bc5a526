import { sql, type Kysely } from 'kysely';

/**
 * Who writes the outbox: the tables themselves, so that no way of changing a record forgets it, whichever replica takes it.
 * Steps on the chain come from `resource_events` (streams, vaults, and what the chain takes back) and from the lanes of
 * campaigns, which are written after the row they changed: each event has the figures from after its own step. All else comes
 * from the rows of the records.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(KIND_OF_STEP).execute(db);
  await sql.raw(VAULT_PARTIES).execute(db);
  for (const { name, body, on } of SOURCES) {
    await sql`
      CREATE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS $function$
      BEGIN
        ${sql.raw(body)}
        RETURN NULL;
      END
      $function$`.execute(db);
    for (const [event, table] of on)
      await sql`CREATE TRIGGER ${sql.ref(`${name}_${event}`)} AFTER ${sql.raw(event.toUpperCase())} ON ${sql.ref(table)}
        REFERENCING ${sql.raw(SIDES[event])} FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(name)}()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { name, on } of SOURCES) {
    for (const [event, table] of on)
      await sql`DROP TRIGGER ${sql.ref(`${name}_${event}`)} ON ${sql.ref(table)}`.execute(db);
    await sql`DROP FUNCTION ${sql.ref(name)}()`.execute(db);
  }
  await sql`DROP FUNCTION outbox_vault_parties(uuid), outbox_kind_of_step(text)`.execute(db);
}

const SIDES = {
  insert: 'NEW TABLE AS added',
  update: 'OLD TABLE AS removed NEW TABLE AS added',
  delete: 'OLD TABLE AS removed',
};

/** Steps that have no word of their own keep theirs. */
const KIND_OF_STEP = `
  CREATE FUNCTION outbox_kind_of_step(step text) RETURNS text LANGUAGE sql IMMUTABLE AS $function$
    SELECT CASE step
      WHEN 'fund' THEN 'funded' WHEN 'claim' THEN 'claimed' WHEN 'push' THEN 'claimed' WHEN 'pause' THEN 'paused'
      WHEN 'settle' THEN 'settled' WHEN 'resume' THEN 'resumed' WHEN 'cancel' THEN 'cancelled' WHEN 'refund' THEN 'refunded'
      WHEN 'deposit' THEN 'funded' WHEN 'spend' THEN 'paid' WHEN 'close' THEN 'closed'
      ELSE replace(step, '-', '_') END
  $function$`;

const VAULT_PARTIES = `
  CREATE FUNCTION outbox_vault_parties(vault uuid) RETURNS jsonb LANGUAGE sql STABLE AS $function$
    SELECT coalesce(jsonb_agg(jsonb_build_object('role', role, 'address', address, 'hash', hash) ORDER BY role, position), '[]')
    FROM vault_members WHERE vault_id = vault AND role <> 'viewer'
  $function$`;

const party = (role: string, address: string, hash: string): string =>
  `jsonb_build_object('role', '${role}', 'address', ${address}, 'hash', ${hash})`;

const STREAM_PARTIES = `jsonb_build_array(${party('sender', 's.sender', 's.sender_hash')}, ${party('recipient', 's.recipient', 's.recipient_hash')})`;

/** Amounts as text: JSON numbers lose units. */
const STREAM_FIGURES = `jsonb_build_object('status', s.status, 'totalAmount', s.total_amount::text, 'withdrawnAmount', s.withdrawn_amount::text,
  'refundAmount', s.refund_amount::text, 'refundStatus', s.refund_status, 'periodsPaid', CASE WHEN s.periods IS NOT NULL THEN s.periods_paid END, 'nextDue', s.next_due)`;

export const CAMPAIGN_FIGURES = (claimedAmount: string, claims: string): string =>
  `jsonb_build_object('status', c.status, 'totalAmount', c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (${claimedAmount})::text, 'claimedCount', ${claims})`;

const CLAIMED_NOW = CAMPAIGN_FIGURES(
  'SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes WHERE campaign_id = c.id',
  '(SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id = c.id)',
);

const CREATOR = party('creator', 'c.creator', 'c.creator_hash');

const VAULT_FIGURES = `jsonb_build_object('status', v.status, 'balance', v.current_balance::text, 'totalDeposit', v.total_deposit::text)`;

/** What records know a recipient by: of a key its hash, of a script the whole locking bytecode. */
const RECIPIENT_KEY = `coalesce(substring(p.recipient_bytecode FROM '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode)`;
const PROPOSAL_PARTIES = `jsonb_build_array(${party('proposer', 'p.proposer', 'p.proposer_hash')},
  ${party('recipient', 'p.recipient', RECIPIENT_KEY)}) || outbox_vault_parties(p.vault_id)`;

const PROPOSAL_FIGURES = `jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind', p.kind, 'round', p.round,
  'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round = p.round))`;

const FINALITY = `CASE WHEN t.tx_hash IS NULL THEN NULL WHEN t.final THEN 'final' WHEN t.block_hash IS NULL THEN 'mempool' ELSE 'mined' END`;

/** One statement into the outbox. Keys in the order of the table; what is not told is null. */
export const write = (
  columns: Readonly<Partial<Record<(typeof TOLD)[number], string>>>,
  from: string,
): string => `INSERT INTO outbox (${TOLD.join(', ')})
  SELECT ${TOLD.map((column) => columns[column] ?? 'NULL').join(', ')} FROM ${from};`;

const TOLD = [
  'kind',
  'product',
  'record_id',
  'parent_id',
  'display_id',
  'private_vault_id',
  'parties',
  'step',
  'tx_hash',
  'amount',
  'token_category',
  'finality',
  'reason',
  'replaced_by',
  'figures',
] as const;

export const STREAM = {
  product: 's.product',
  record_id: 's.id',
  parent_id: 's.plan_id',
  display_id: 's.stream_id',
  parties: STREAM_PARTIES,
  token_category: 's.token_category',
  figures: STREAM_FIGURES,
};
export const CAMPAIGN = {
  product: `'airdrop'`,
  record_id: 'c.id',
  display_id: 'c.campaign_id',
  parties: `jsonb_build_array(${CREATOR})`,
  token_category: 'c.token_category',
  figures: CLAIMED_NOW,
};
export const VAULT = {
  product: `'vault'`,
  record_id: 'v.id',
  private_vault_id: 'CASE WHEN NOT v.is_public THEN v.id END',
  parties: 'outbox_vault_parties(v.id)',
  figures: VAULT_FIGURES,
};
export const PROPOSAL = {
  product: `'proposal'`,
  record_id: 'p.id',
  parent_id: 'p.vault_id',
  display_id: 'p.proposal_id',
  private_vault_id: 'CASE WHEN NOT p.is_public THEN p.vault_id END',
  parties: PROPOSAL_PARTIES,
  amount: 'p.amount',
  token_category: 'p.token_category',
  figures: PROPOSAL_FIGURES,
};

const PLAN = {
  product: `'plan'`,
  record_id: 'p.id',
  display_id: 'p.plan_id',
  parties: `jsonb_build_array(${party('sender', 'p.sender', 'p.sender_hash')})`,
  token_category: 'p.token_category',
  figures: `jsonb_build_object('status', p.status)`,
};
/** Of one of its fundings, `f`: a plan is funded in parts. */
export const PLAN_PART = {
  ...PLAN,
  step: `'fund'`,
  amount: '(SELECT sum(total_amount) FROM streams WHERE plan_funding_id = f.id)',
  figures: `jsonb_build_object('status', (SELECT min(status) FROM plan_fundings WHERE plan_id = p.id), 'part', f.part, 'streams', f.streams)`,
};

/** Of a row of `resource_events`, `e`, with its step where that is still recorded, `t`. */
const STEP = {
  kind: `CASE e.kind WHEN 'completed' THEN 'completed' WHEN 'rolled_back' THEN 'reverted' ELSE outbox_kind_of_step(e.transition) END`,
  step: 'e.transition',
  tx_hash: 'e.tx_hash',
  amount: 'e.amount',
  finality: FINALITY,
  reason: 'e.reason',
  replaced_by: 'e.replaced_by',
};
const stepsOf = (table: string, types: string): string =>
  `added AS e JOIN ${table} ON e.resource_type IN (${types}) AND e.resource_id = ${table.split(' ').at(-1) ?? ''}.id
  LEFT JOIN transitions AS t ON t.resource_type = e.resource_type AND t.resource_id = e.resource_id AND t.tx_hash = e.tx_hash ORDER BY e.id`;

/** What nobody has paid for is removed after its time; of the rest nothing is. */
const EXPIRED = { kind: `'expired'` };

interface Source {
  readonly name: string;
  readonly body: string;
  readonly on: readonly (readonly [keyof typeof SIDES, string])[];
}

const insertOrDelete = (created: string, expired: string): string =>
  `IF TG_OP = 'INSERT' THEN ${created} ELSE ${expired} END IF;`;

const onInsertOrDelete = (table: string, created: string, expired: string): Pick<Source, 'body' | 'on'> => ({
  body: insertOrDelete(created, expired),
  on: [
    ['insert', table],
    ['delete', table],
  ],
});

/** @param figures adds to those of a creation */
const streamsBody = (figures: string): string =>
  insertOrDelete(
    write(
      { ...STREAM, kind: `'created'`, amount: 's.total_amount', figures: `${STREAM_FIGURES} ${figures}` },
      'added AS s ORDER BY s.id',
    ),
    write({ ...STREAM, ...EXPIRED }, `removed AS s WHERE s.status = 'PENDING' ORDER BY s.id`),
  );

/** Writes anew what tells of a stream's creation. @param figures SQL that adds to its figures; for later migrations */
export const tellCreation = (db: Kysely<unknown>, figures: string) =>
  sql`
    CREATE OR REPLACE FUNCTION streams_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      ${sql.raw(streamsBody(figures))}
      RETURN NULL;
    END
    $function$`.execute(db);

/** What is told of a campaign that changed its state. @param finality SQL, of campaign `c`; for later migrations */
export const campaignStates = (finality: string): string => `
      ${write(
        { ...CAMPAIGN, kind: `'funded'`, step: `'fund'`, tx_hash: 'c.funding_tx_hash', amount: 'c.pool', finality },
        `added AS c JOIN removed USING (id) WHERE removed.status = 'PENDING' AND c.status <> 'PENDING' ORDER BY c.id`,
      )}
      ${write(
        {
          ...CAMPAIGN,
          kind: `lower(c.status)`,
          tx_hash: `(SELECT s.tx_hash FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
            WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1)`,
          finality,
        },
        `added AS c JOIN removed USING (id) WHERE removed.status <> c.status AND c.status IN ('COMPLETED', 'CANCELLED') ORDER BY c.id`,
      )}`;

/** Of a step `s` of a campaign `c`: its creator, and who was paid. */
export const LANE_PARTIES = `CASE WHEN s.recipient IS NULL THEN jsonb_build_array(${CREATOR})
  ELSE jsonb_build_array(${CREATOR}, ${party('recipient', 's.recipient', `encode(s.recipient_hash, 'hex')`)}) END`;

/**
 * What is told of the steps of lanes: of several written at once, each has the figures from before the later ones.
 *
 * @param finality SQL, of step `s`; for later migrations
 */
export const laneSteps = (finality: string): string =>
  write(
    {
      ...CAMPAIGN,
      kind: `CASE s.kind WHEN 'claim' THEN 'claimed' ELSE 'refunded' END`,
      parties: LANE_PARTIES,
      step: 's.kind',
      tx_hash: 's.tx_hash',
      finality,
      amount: `CASE s.kind WHEN 'claim' THEN s.amount ELSE s.to_creator END`,
      figures: CAMPAIGN_FIGURES('s.claimed - s.later_amount', 's.claims - s.later_claims'),
    },
    `(SELECT steps.*, totals.claimed, totals.claims,
          coalesce(sum(steps.amount) OVER later, 0) AS later_amount,
          count(*) FILTER (WHERE steps.kind = 'claim') OVER later AS later_claims
        FROM added JOIN removed USING (campaign_id, lane)
        JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane AND steps.sequence > removed.head AND steps.sequence <= added.head
        CROSS JOIN LATERAL (SELECT sum(claimed_amount) AS claimed, sum(claims) AS claims FROM airdrop_lanes WHERE campaign_id = added.campaign_id) AS totals
        WHERE added.head > removed.head
        WINDOW later AS (PARTITION BY steps.campaign_id ORDER BY steps.lane, steps.sequence ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) AS s
      JOIN airdrop_campaigns AS c ON c.id = s.campaign_id WHERE s.kind <> 'complete' OR s.to_creator > 0 ORDER BY s.lane, s.sequence`,
  );

const SOURCES: readonly Source[] = [
  {
    name: 'streams_outbox',
    body: streamsBody(''),
    on: [
      ['insert', 'streams'],
      ['delete', 'streams'],
    ],
  },
  {
    name: 'resource_events_outbox',
    body: `
      ${write({ ...STREAM, ...STEP }, stepsOf('streams AS s', `'stream', 'payment'`))}
      ${write({ ...VAULT, ...STEP }, stepsOf('vaults AS v', `'vault'`))}
      ${write({ ...CAMPAIGN, ...STEP }, stepsOf('airdrop_campaigns AS c', `'airdrop'`))}`,
    on: [['insert', 'resource_events']],
  },
  {
    name: 'plans_outbox',
    ...onInsertOrDelete(
      'plans',
      write({ ...PLAN, kind: `'created'` }, 'added AS p ORDER BY p.id'),
      write({ ...PLAN, ...EXPIRED }, `removed AS p WHERE p.status = 'PENDING' ORDER BY p.id`),
    ),
  },
  {
    name: 'plan_fundings_outbox',
    body: write(
      {
        ...PLAN_PART,
        kind: `CASE f.status WHEN 'ACTIVE' THEN 'funded' ELSE 'reverted' END`,
        tx_hash: 'coalesce(f.funding_tx_hash, removed.funding_tx_hash)',
      },
      `added AS f JOIN removed USING (id) JOIN plans AS p ON p.id = f.plan_id WHERE f.status <> removed.status ORDER BY f.part`,
    ),
    on: [['update', 'plan_fundings']],
  },
  {
    name: 'airdrop_campaigns_outbox',
    ...onInsertOrDelete(
      'airdrop_campaigns',
      write({ ...CAMPAIGN, kind: `'created'`, amount: 'c.total_amount' }, 'added AS c ORDER BY c.id'),
      write({ ...CAMPAIGN, ...EXPIRED }, `removed AS c WHERE c.status = 'PENDING' ORDER BY c.id`),
    ),
  },
  {
    name: 'airdrop_states_outbox',
    body: campaignStates('NULL'),
    on: [['update', 'airdrop_campaigns']],
  },
  {
    name: 'airdrop_lanes_outbox',
    body: laneSteps('NULL'),
    on: [['update', 'airdrop_lanes']],
  },
  {
    // With its creator, who is stored after it.
    name: 'vault_members_outbox',
    body: write(
      { ...VAULT, kind: `'created'`, amount: 'v.total_deposit' },
      `vaults AS v WHERE v.id IN (SELECT vault_id FROM added WHERE role = 'creator') ORDER BY v.id`,
    ),
    on: [['insert', 'vault_members']],
  },
  {
    name: 'vaults_outbox',
    body: write(
      { ...VAULT, kind: `'deposit'`, amount: 'v.current_balance - removed.current_balance' },
      `added AS v JOIN removed USING (id) WHERE v.current_balance > removed.current_balance ORDER BY v.id`,
    ),
    on: [['update', 'vaults']],
  },
  {
    name: 'vaults_expired_outbox',
    body: write({ ...VAULT, ...EXPIRED }, `removed AS v WHERE v.status = 'pending' ORDER BY v.id`),
    on: [['delete', 'vaults']],
  },
  {
    name: 'vault_proposals_outbox',
    ...onInsertOrDelete(
      'vault_proposals',
      write({ ...PROPOSAL, kind: `'proposed'` }, 'added AS p ORDER BY p.id'),
      write({ ...PROPOSAL, ...EXPIRED }, `removed AS p WHERE p.status <> 'EXECUTED' ORDER BY p.id`),
    ),
  },
  {
    name: 'proposal_states_outbox',
    body: `
      ${write(
        { ...PROPOSAL, kind: `'reverted'`, step: `'execute'`, tx_hash: 'removed.executed_tx_hash' },
        `added AS p JOIN removed USING (id) WHERE removed.executed_tx_hash IS NOT NULL AND removed.executed_tx_hash IS DISTINCT FROM p.executed_tx_hash ORDER BY p.id`,
      )}
      ${write(
        {
          ...PROPOSAL,
          kind: `CASE p.status WHEN 'PENDING' THEN 'reopened' ELSE lower(p.status) END`,
          tx_hash: 'p.executed_tx_hash',
          finality: `CASE WHEN p.executed_final THEN 'final' ELSE (SELECT ${FINALITY} FROM transitions AS t
            WHERE t.resource_type = 'vault' AND t.resource_id = p.vault_id AND t.tx_hash = p.executed_tx_hash) END`,
        },
        `added AS p JOIN removed USING (id) WHERE (removed.status, removed.executed_tx_hash, removed.round) IS DISTINCT FROM (p.status, p.executed_tx_hash, p.round)
          AND NOT (removed.status = 'EXECUTED' AND p.status <> 'EXECUTED') ORDER BY p.id`,
      )}`,
    on: [['update', 'vault_proposals']],
  },
  {
    name: 'proposal_votes_outbox',
    body: write(
      {
        ...PROPOSAL,
        kind: `CASE vote.kind WHEN 'signature' THEN 'signed' ELSE 'declined' END`,
        parties: `jsonb_build_array(${party('voter', `(SELECT address FROM vault_members WHERE vault_id = p.vault_id AND role = 'signer' AND hash = vote.signer_hash)`, 'vote.signer_hash')}) || ${PROPOSAL_PARTIES}`,
      },
      `added AS vote JOIN vault_proposals AS p ON p.id = vote.proposal_id ORDER BY p.id`,
    ),
    on: [
      ['insert', 'vault_proposal_votes'],
      ['update', 'vault_proposal_votes'],
    ],
  },
];
