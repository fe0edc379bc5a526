/** What the outbox says of a record that something happened to, as SQL over a row of its table. */
interface OutboxRecord {
  /** Its product, id, parent's id, display id, and the vault whose members alone may see it. */
  readonly name: string;
  readonly parties: string;
  readonly tokenCategory: string;
  /** Amounts are text: JSON numbers lose units. */
  readonly figures: string;
}

const party = (role: string, address: string, hash: string): string =>
  `jsonb_build_object('role', '${role}', 'address', ${address}, 'hash', ${hash})`;

/** The new address of a stream or payment `s` while it moves there: its recipient is to know, too. */
const NEW_RECIPIENT = `CASE WHEN s.move_to_hash <> s.recipient_hash THEN jsonb_build_array(${party('new_recipient', 's.move_to', 's.move_to_hash')})
    ELSE '[]' END`;

/** A stream or payment `s`. */
export const STREAM: OutboxRecord = {
  name: 's.product, s.id, s.plan_id, s.stream_id, NULL',
  parties: `jsonb_build_array(${party('sender', 's.sender', 's.sender_hash')}, ${party('recipient', 's.recipient', 's.recipient_hash')})
    || ${NEW_RECIPIENT}`,
  tokenCategory: 's.token_category',
  figures: `jsonb_build_object('contract', CASE s.product WHEN 'stream' THEN s.contract END, 'status', s.status, 'totalAmount', s.total_amount::text, 'withdrawnAmount', s.withdrawn_amount::text,
    'refundAmount', s.refund_amount::text, 'refundStatus', s.refund_status,
    'periodsPaid', CASE WHEN s.periods IS NOT NULL THEN s.periods_paid END, 'nextDue', s.next_due)
    || CASE WHEN s.move_to IS NULL THEN '{}' ELSE jsonb_build_object('from', s.recipient, 'to', s.move_to,
      'finishableAtHeight', s.move_available_height) END`,
};

const FORMER = `t.state_before->>'recipient'`;

/** A stream or payment `s` after a step `t` of it, which may be gone. What moved it to another address says from where. */
export const STREAM_STEP: OutboxRecord = {
  ...STREAM,
  parties: `${STREAM.parties} || CASE WHEN t.kind = 'finish'
    THEN jsonb_build_array(${party('former_recipient', FORMER, `t.state_before->>'recipient_hash'`)}) ELSE '[]' END`,
  figures: `${STREAM.figures} || CASE WHEN t.kind = 'finish' THEN jsonb_build_object('from', ${FORMER}, 'to', s.recipient) ELSE '{}' END`,
};

/** Formats units of a currency of a payment `m` as decimal text. */
const inCurrency = (units: string): string => `round(${units} / 10::numeric ^ m.decimals::numeric, m.decimals)::text`;

/** The debt of a payment in a currency `m`, satoshis, as its state says it; 0 once it has ended. */
export const DEBT = `coalesce(outbox_little_endian(substr(m.state_commitment, 25, 14)), 0)`;

/** A payment in a currency `m`. */
export const CURRENCY: OutboxRecord = {
  name: `'currency', m.id, NULL, m.payment_id, NULL`,
  parties: `jsonb_build_array(${party('sender', 'm.sender', 'm.sender_hash')}, ${party('recipient', 'm.recipient', 'm.recipient_hash')})`,
  tokenCategory: 'NULL',
  figures: `jsonb_build_object('status', m.status, 'currency', m.currency, 'currencyAmount', ${inCurrency('m.amount_per_period')},
    'withdrawnAmount', m.total_paid::text, 'periodsPaid', m.payment_count, 'balance', coalesce(m.state_satoshis, 0)::text,
    'owed', ${DEBT}::text, 'nextDue', m.next_due)`,
};

/** A payment in a currency `m` after a step `e` of it, with the price that it fixed. */
export const CURRENCY_STEP: OutboxRecord = {
  ...CURRENCY,
  figures: `${CURRENCY.figures} || coalesce((SELECT jsonb_build_object('due', f.due, 'price', ${inCurrency('f.price')},
      'priceTime', f.price_time, 'priceNumber', f.price_number, 'periodAmount', f.satoshis::text)
    FROM currency_prices AS f WHERE f.payment_id = m.id AND f.tx_hash = e.tx_hash), '{}')`,
};

/** A plan `p`. */
export const PLAN: OutboxRecord = {
  name: `'plan', p.id, NULL, p.plan_id, NULL`,
  parties: `jsonb_build_array(${party('sender', 'p.sender', 'p.sender_hash')})`,
  tokenCategory: 'p.token_category',
  figures: `jsonb_build_object('status', p.status)`,
};

/** A funding `f` of a plan `p`. */
export const PLAN_FUNDING: OutboxRecord = {
  ...PLAN,
  figures: `jsonb_build_object('status', (SELECT min(status) FROM plan_fundings WHERE plan_id = p.id), 'part', f.part, 'streams', f.streams)`,
};

/** A vault `v`. */
export const VAULT: OutboxRecord = {
  name: `'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END`,
  parties: 'outbox_vault_parties(v.id)',
  tokenCategory: 'NULL',
  figures: `jsonb_build_object('status', v.status, 'balance', v.current_balance::text, 'totalDeposit', v.total_deposit::text)`,
};

/** Who sat in a roster `v` before a step `t` of it, and does not any more. */
const FORMER_SIGNERS = `(SELECT coalesce(jsonb_agg(${party('former_signer', 'former.address', 'former.hash')} ORDER BY former.hash), '[]')
    FROM roster_parties AS former WHERE former.vault_id = v.id AND t.kind IN ('exchange', 'recover')
      AND position(former.hash IN substr(t.state_before->>'state_commitment', 61)) > 0
      AND NOT EXISTS (SELECT FROM vault_members AS m WHERE m.vault_id = v.id AND m.role = 'signer' AND m.hash = former.hash))`;
/** The guardian in the state of a roster `v`, where it is a known key. */
const GUARDIAN = `(SELECT coalesce(jsonb_agg(${party('guardian', 'g.address', 'g.hash')}), '[]')
    FROM roster_parties AS g WHERE g.vault_id = v.id AND g.lock_hash = substr(v.state_commitment, 13, 40))`;

/** A vault `v` after a step `t` of it, which may be gone. Of a roster, its guardian knows of each, and who left it of that. */
export const VAULT_STEP: OutboxRecord = {
  ...VAULT,
  parties: `${VAULT.parties} || CASE WHEN v.guardian_hash IS NULL THEN '[]' ELSE ${FORMER_SIGNERS} || ${GUARDIAN} END`,
  figures: `${VAULT.figures} || CASE WHEN t.kind = 'call-recovery' AND v.guardian_hash IS NOT NULL
    THEN jsonb_build_object('reviewBlocks', get_byte(decode(substr(t.state_commitment, 57, 4), 'hex'), 0)
      + 256 * get_byte(decode(substr(t.state_commitment, 57, 4), 'hex'), 1)) ELSE '{}' END`,
};

/** A step `e` of a purse `r` of a vault `v`: an event of the vault. */
export const PURSE: OutboxRecord = {
  ...VAULT,
  parties: `outbox_vault_parties(v.id) || jsonb_build_array(${party('spender', 'r.spender', 'r.spender_hash')})`,
  tokenCategory: 'r.token_category',
  figures: `jsonb_build_object('purse', r.id, 'status', r.status, 'spender', r.spender,
    'payee', (SELECT payee FROM purse_payments AS paid WHERE paid.purse_id = r.id AND paid.tx_hash = e.tx_hash))`,
};

const PAYEE_HASH = `coalesce(substring(p.recipient_bytecode FROM '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode)`;

/** Who would sign for a roster after a proposal `p` that ends its recovery, and signs that: they are not its members yet. */
const NEXT_SIGNERS = `(SELECT coalesce(jsonb_agg(${party('next_signer', 'n.address', 'n.hash')} ORDER BY n.hash), '[]')
    FROM roster_parties AS n WHERE n.vault_id = p.vault_id AND n.hash = ANY(p.next_signer_hashes))`;

/** A proposal `p`. */
export const PROPOSAL: OutboxRecord = {
  name: `'proposal', p.id, p.vault_id, p.proposal_id, CASE WHEN NOT p.is_public THEN p.vault_id END`,
  parties: `jsonb_build_array(${party('proposer', 'p.proposer', 'p.proposer_hash')}, ${party('recipient', 'p.recipient', PAYEE_HASH)})
    || outbox_vault_parties(p.vault_id) || ${NEXT_SIGNERS}`,
  tokenCategory: 'p.token_category',
  figures: `jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind', p.kind, 'round', p.round, 'signatures', (
    SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round = p.round))`,
};

const VOTER = `(SELECT address FROM vault_members WHERE vault_id = p.vault_id AND role = 'signer' AND hash = vote.signer_hash)`;

/** A vote `vote` on a proposal `p`. */
export const VOTE: OutboxRecord = {
  ...PROPOSAL,
  parties: `jsonb_build_array(${party('voter', VOTER, 'vote.signer_hash')}) || ${PROPOSAL.parties}`,
};

const CREATOR = party('creator', 'c.creator', 'c.creator_hash');
const CLAIMANT = party('recipient', 's.recipient', "encode(s.recipient_hash, 'hex')");

const campaignFigures = (amount: string, count: string): string =>
  `jsonb_build_object('status', c.status, 'totalAmount', c.total_amount::text, 'pool', c.pool::text,
    'claimedAmount', (${amount})::text, 'claimedCount', ${count})`;

/** A campaign `c`. */
export const CAMPAIGN: OutboxRecord = {
  name: `'airdrop', c.id, NULL, c.campaign_id, NULL`,
  parties: `jsonb_build_array(${CREATOR})`,
  tokenCategory: 'c.token_category',
  figures: campaignFigures(
    'SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes WHERE campaign_id = c.id',
    '(SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id = c.id)',
  ),
};

/** A step `s` of a campaign `c`. @param amount what was claimed by then, and `count` how often */
export const campaignStep = (amount: string, count: string): OutboxRecord => ({
  ...CAMPAIGN,
  parties: `CASE WHEN s.recipient IS NULL THEN jsonb_build_array(${CREATOR}) ELSE jsonb_build_array(${CREATOR}, ${CLAIMANT}) END`,
  figures: campaignFigures(amount, count),
});

/** What happened, as SQL; NULL where nothing is said. */
type OutboxEvent = readonly [
  kind: string,
  ...[step?: string, txHash?: string, amount?: string, finality?: string, reason?: string, replacedBy?: string],
];

/** Writes an event of each of some rows to the outbox: an INSERT up to the FROM of its SELECT. */
export const publish = ({ name, parties, tokenCategory, figures }: OutboxRecord, event: OutboxEvent): string => {
  const [kind, step = 'NULL', txHash = 'NULL', amount = 'NULL', ...[finality = 'NULL', reason = 'NULL', by = 'NULL']] =
    event;
  return `INSERT INTO outbox (kind, product, record_id, parent_id, display_id, private_vault_id, parties, step, tx_hash, amount,
      token_category, finality, reason, replaced_by, figures)
    SELECT ${kind}, ${name}, ${parties}, ${step}, ${txHash}, ${amount}, ${tokenCategory}, ${finality}, ${reason}, ${by}, ${figures}`;
};
