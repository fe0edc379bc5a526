import type { HashUser } from '../transitions/transition-record.js';
import { type DataCheck, LAST_POSITION } from './data-check.js';
import { keptSums } from './kept-sums.js';
import { mailChecks } from './mail-checks.js';

/** Events of the outbox wait for milliseconds: after a minute nobody is publishing. */
const OUTBOX_SECONDS = 60;
/** Requests hold a key for some seconds at a time, and extend that. */
const LEASE = `interval '1 hour'`;

/** The table of the rows of each type of resource. */
const TABLES: Readonly<Record<HashUser['type'], string>> = {
  stream: 'streams',
  payment: 'streams',
  airdrop: 'airdrop_campaigns',
  vault: 'vaults',
  purse: 'purses',
  currency_payment: 'currency_payments',
  plan: 'plans',
};

const RESOURCES = Object.keys(TABLES) as readonly HashUser['type'][];

/** Whether a table has a row of a resource, by its type. @param columns by which it is found, where that is not its id */
const exists = (columns: { readonly [Type in HashUser['type']]?: string } = {}): string => `CASE resource_type
  ${RESOURCES.map(
    (type) =>
      `WHEN '${type}' THEN EXISTS (SELECT FROM ${TABLES[type]} AS found WHERE found.${columns[type] ?? 'id'} = resource_id)`,
  ).join(' ')} END`;

const RESOURCE_EXISTS = exists();
/** One hash opens several payments in a currency, in the name of the first: any of them keeps it reserved. */
const HASH_USER_EXISTS = exists({ currency_payment: 'opened_with' });

/** Rows that belong to a record which is not there. */
const orphans = (fault: string, table: string, what: string, isThere = RESOURCE_EXISTS): DataCheck => ({
  fault,
  type: 'service',
  find: `SELECT resource_id::text AS id, resource_type || ' ' || resource_id AS name,
      ${what} || ' there is no record of' AS says
    FROM ${table} WHERE NOT (${isThere})`,
  repair: [`DELETE FROM ${table} WHERE NOT (${isThere})`],
});

/** A sequence that would give a number again. @param highest selects the highest number that was given */
const behind = (fault: string, sequence: string, highest: string): DataCheck => ({
  fault,
  type: 'service',
  find: `SELECT '${sequence}' AS id, '${sequence}' AS name,
      'the next number would be ' || (last_value + 1) || ', and ' || highest || ' is taken' AS says
    FROM ${sequence}, (${highest}) AS given (highest) WHERE highest > last_value - CASE WHEN is_called THEN 0 ELSE 1 END`,
  repair: [
    `SELECT setval('${sequence}', highest) FROM ${sequence}, (${highest}) AS given (highest)
      WHERE highest > last_value - CASE WHEN is_called THEN 0 ELSE 1 END`,
  ],
});

/** The highest number of display ids. */
const displayed = (table: string, column: string, kind: string): string =>
  `SELECT coalesce(max(substring(${column} FROM '[0-9]+$')::bigint), 0) FROM ${table} WHERE ${column} LIKE '#WEIR-${kind}-%'`;

const sequences: readonly DataCheck[] = [
  ...(
    [
      ['stream_bch_number', 'streams', 'stream_id', 'BCH'],
      ['stream_tok_number', 'streams', 'stream_id', 'TOK'],
      ['payment_number', 'streams', 'stream_id', 'PAY'],
      ['currency_payment_number', 'currency_payments', 'payment_id', 'CUR'],
      ['plan_number', 'plans', 'plan_id', 'PLAN'],
      ['airdrop_number', 'airdrop_campaigns', 'campaign_id', 'DROP'],
      // Those of private vaults are drawn at random.
      ['vault_proposal_number', '(SELECT * FROM vault_proposals WHERE is_public) AS proposal', 'proposal_id', 'PROP'],
    ] as const
  ).map(([sequence, table, column, kind]) => behind('duplicate-display-id', sequence, displayed(table, column, kind))),
  ...['outbox', 'published_events', 'resource_events'].map((table) =>
    behind('duplicate-event-position', `${table}_id_seq`, `SELECT coalesce(max(id), 0) FROM ${table}`),
  ),
];

/** What a plan's funding should be, by its streams. */
const FUNDED = `SELECT EXISTS (SELECT FROM streams WHERE plan_funding_id = funding.id AND funding_tx_hash IS NOT NULL)`;

const plans: readonly DataCheck[] = [
  {
    fault: 'wrong-funding-status',
    type: 'plan',
    find: `SELECT funding.id::text AS id, coalesce((SELECT plan_id FROM plans WHERE plans.id = funding.plan_id), 'the plan of one ' || funding.id) AS name,
        'its funding is ' || status || ', and its streams say otherwise' AS says
      FROM plan_fundings AS funding WHERE (status = 'ACTIVE') <> (${FUNDED})`,
    repair: [
      `SELECT settle_plan_funding(funding.id) FROM plan_fundings AS funding WHERE (status = 'ACTIVE') <> (${FUNDED}) ORDER BY id`,
    ],
  },
  {
    fault: 'wrong-plan-status',
    type: 'plan',
    find: `SELECT id::text, plan_id AS name, 'the plan is ' || status || ', and its fundings say otherwise' AS says
      FROM plans WHERE (status = 'ACTIVE') <> EXISTS (SELECT FROM plan_fundings WHERE plan_id = plans.id AND status = 'ACTIVE')`,
    repair: [
      `UPDATE plans SET status = CASE status WHEN 'ACTIVE' THEN 'PENDING' ELSE 'ACTIVE' END
        WHERE (status = 'ACTIVE') <> EXISTS (SELECT FROM plan_fundings WHERE plan_id = plans.id AND status = 'ACTIVE')`,
    ],
  },
  {
    fault: 'wrong-publicity',
    type: 'stream',
    find: `SELECT streams.id::text, stream_id AS name, 'whether its vault may be named differs from the vault' AS says
      FROM streams JOIN vaults ON vaults.id = streams.vault_id WHERE vault_public <> is_public`,
    repair: [
      `UPDATE streams SET vault_public = is_public FROM vaults WHERE vaults.id = streams.vault_id AND vault_public <> is_public`,
    ],
  },
];

/** A lane's figures, by its steps. */
const LANE_SUMS = `SELECT count(*) FILTER (WHERE kind = 'claim'), coalesce(sum(amount), 0), max(sequence),
  bool_or(kind IN ('close', 'complete')) FROM airdrop_steps AS step
  WHERE step.campaign_id = lane.campaign_id AND step.lane = lane.lane`;
const LANE_DIFFERS = `(claims, claimed_amount, head, closed) <> (${LANE_SUMS})
  AND EXISTS (SELECT FROM airdrop_steps AS step WHERE step.campaign_id = lane.campaign_id AND step.lane = lane.lane)`;
/** A funded campaign's status, by its lanes, all of which are there. */
const BY_LANES = `SELECT campaign_id, CASE WHEN bool_and(claims = claims_due) THEN 'COMPLETED' WHEN bool_and(closed) THEN 'CANCELLED'
  ELSE 'ACTIVE' END AS status, count(*) AS lanes FROM airdrop_lanes GROUP BY campaign_id`;
const CAMPAIGN_DIFFERS = `campaign.status <> 'PENDING' AND campaign.status <> settled.status AND campaign.lanes = settled.lanes`;
const IS_ORPHANED_LIST = `EXISTS (SELECT FROM airdrop_campaigns AS campaign
  WHERE campaign.id = listed.campaign_id AND (campaign.status = 'PENDING' OR campaign.tree_id IS NULL))`;

const airdrops: readonly DataCheck[] = [
  {
    fault: 'wrong-lane-sum',
    type: 'airdrop',
    find: `SELECT lane.campaign_id::text AS id, (SELECT airdrop_campaigns.campaign_id FROM airdrop_campaigns WHERE id = lane.campaign_id) || ' lane ' || lane AS name,
        'its figures are not the sums of its steps' AS says
      FROM airdrop_lanes AS lane WHERE ${LANE_DIFFERS}`,
    repair: [
      `UPDATE airdrop_lanes AS lane SET (claims, claimed_amount, head, closed) = (${LANE_SUMS}) WHERE ${LANE_DIFFERS}`,
    ],
  },
  {
    fault: 'wrong-campaign-status',
    type: 'airdrop',
    find: `SELECT id::text, campaign.campaign_id AS name, 'the campaign is ' || campaign.status || ', and ' || settled.status || ' by its lanes' AS says
      FROM airdrop_campaigns AS campaign JOIN (${BY_LANES}) AS settled ON settled.campaign_id = campaign.id WHERE ${CAMPAIGN_DIFFERS}`,
    repair: [
      `UPDATE airdrop_campaigns AS campaign SET status = settled.status, cancelled_at = CASE settled.status WHEN 'CANCELLED' THEN
          coalesce(cancelled_at, extract(epoch FROM now())::bigint) END
        FROM (${BY_LANES}) AS settled WHERE settled.campaign_id = campaign.id AND ${CAMPAIGN_DIFFERS}`,
    ],
  },
  {
    fault: 'orphaned-list',
    type: 'airdrop',
    find: `SELECT listed.campaign_id::text AS id, (SELECT airdrop_campaigns.campaign_id FROM airdrop_campaigns WHERE id = listed.campaign_id) AS name,
        count(*) || ' recipients are listed of a campaign that is not funded or has no list' AS says
      FROM airdrop_recipients AS listed WHERE ${IS_ORPHANED_LIST} GROUP BY listed.campaign_id`,
    repair: [`DELETE FROM airdrop_recipients AS listed WHERE ${IS_ORPHANED_LIST}`],
  },
];

const HEADS = `SELECT DISTINCT ON (webhook_id, record_id) id, webhook_id, next_attempt_at FROM webhook_deliveries
  WHERE status = 'pending' AND record_id IS NOT NULL ORDER BY webhook_id, record_id, sequence`;
const UNLISTED = `FROM published_events AS event
  CROSS JOIN LATERAL (SELECT DISTINCT party ->> 'hash' AS hash FROM jsonb_array_elements(event.parties) AS party) AS named
  WHERE hash IS NOT NULL AND NOT EXISTS (SELECT FROM published_event_parties AS listed WHERE listed.hash = named.hash AND listed.event_id = event.id)`;
const IS_STUCK_LEASE = `answer IS NULL AND running_until > clock_timestamp() + ${LEASE}`;

const events: readonly DataCheck[] = [
  {
    fault: 'wrong-webhook-position',
    type: 'service',
    find: `SELECT 'webhook_progress' AS id, 'webhooks' AS name, 'deliveries are said to exist up to ' || dispatched_through ||
        ', and the last event is ' || (${LAST_POSITION}) AS says FROM webhook_progress WHERE dispatched_through > (${LAST_POSITION})`,
    repair: [
      `UPDATE webhook_progress SET dispatched_through = (${LAST_POSITION}) WHERE dispatched_through > (${LAST_POSITION})`,
    ],
  },
  {
    fault: 'missing-event-party',
    type: 'service',
    find: `SELECT event.id::text, 'event ' || event.id AS name, 'it is not listed for its party ' || hash AS says ${UNLISTED}`,
    repair: [
      `INSERT INTO published_event_parties (hash, event_id) SELECT hash, event.id ${UNLISTED} ON CONFLICT DO NOTHING`,
    ],
  },
  {
    fault: 'stuck-delivery',
    type: 'service',
    find: `SELECT id::text, 'delivery ' || id AS name, 'it is the next of its record, and has no time to be sent at' AS says
      FROM (${HEADS}) AS head WHERE next_attempt_at IS NULL`,
    repair: [
      `UPDATE webhook_deliveries SET next_attempt_at = extract(epoch FROM now())::bigint
        WHERE status = 'pending' AND next_attempt_at IS NULL AND id IN (SELECT id FROM (${HEADS}) AS head WHERE next_attempt_at IS NULL)`,
    ],
  },
  {
    fault: 'stuck-lease',
    type: 'service',
    find: `SELECT scope || ' ' || key AS id, 'idempotency key ' || key AS name,
        'a request is said to hold it until ' || running_until AS says FROM idempotency_keys WHERE ${IS_STUCK_LEASE}`,
    repair: [`DELETE FROM idempotency_keys WHERE ${IS_STUCK_LEASE}`],
  },
];

/** Steps of streams and vaults alone: those of campaigns have a table of their own. */
const orphaned: readonly DataCheck[] = [
  orphans('orphaned-step', 'transitions', `'step ' || sequence || ' ('|| kind || ') of what'`),
  orphans(
    'orphaned-hash',
    'transaction_uses',
    `'transaction ' || tx_hash || ' is reserved for what'`,
    HASH_USER_EXISTS,
  ),
  orphans('orphaned-reading', 'script_readings', `'a history was read of what'`),
  orphans('orphaned-lost-funding', 'lost_fundings', `'funding ' || tx_hash || ' is looked for of what'`),
];

/** Everything that the database shows by itself. */
export const DATA_CHECKS: readonly DataCheck[] = [
  ...keptSums,
  ...plans,
  ...airdrops,
  ...events,
  ...mailChecks,
  ...sequences,
  ...orphaned,
];

/** Events that wait in the outbox, and nobody publishes. Publishing them is the repository's of the events. */
export const DEAD_OUTBOX: Omit<DataCheck, 'repair'> = {
  fault: 'dead-outbox',
  type: 'service',
  find: `SELECT 'outbox' AS id, 'outbox' AS name, count(*) || ' events wait for more than ${OUTBOX_SECONDS} s, the oldest since ' ||
      to_timestamp(min(created_at)) AS says
    FROM outbox WHERE created_at < extract(epoch FROM now()) - ${OUTBOX_SECONDS} HAVING count(*) > 0`,
};
