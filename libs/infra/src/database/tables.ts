import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Activity, RollbackReason, TokenType } from '@weir/kinds';
import type { AirdropTables } from './airdrops/airdrop-tables.js';
import type {
  Amount,
  DatabaseSeconds,
  NullableSeconds,
  Optional,
  RecordSource,
  ResourceType,
  Seconds,
} from './columns.js';
import type { OutboxTables } from './outbox/outbox-tables.js';
import type { PlanFundingsTable, PlanRecipientsTable, PlansTable, RenewalsTable } from './plans/plan-tables.js';
import type { StreamClaimsTable, StreamsTable } from './streams/stream-tables.js';
import type { TransactionUsesTable, TransitionsTable } from './transitions/transition-record.js';
import type { VaultTables } from './vaults/vault-tables.js';
import type { WebhookTables } from './webhooks/webhook-record.js';

/** Sign-ins that wait for a signature. The first attempt to sign in with one removes it, successful or not. */
interface AuthNoncesTable {
  id: string;
  /** Canonical cash addresses, at least one. */
  addresses: string[];
  nonce: string;
  expiresAt: Seconds;
}

/** Secrets that the replicas generated and share, by name. */
interface ServiceSecretsTable {
  name: string;
  value: string;
}

/**
 * `recorded`: a step was seen for the first time; `rolled_back`: the chain dropped it; `restored`: it came back;
 * `completed`: with it everything is paid.
 */
export type EventKind = 'recorded' | 'restored' | 'rolled_back' | 'completed';

/** `replaced`: another transaction spends what it spent; `vanished`: nobody has it any more. */
export type { RollbackReason };

/** What happened to a resource; rows stay forever, also those of steps that were rolled back. */
export interface ResourceEventsTable {
  id: GeneratedAlways<number>;
  resourceType: ResourceType;
  resourceId: string;
  kind: EventKind;
  /** Which kind of step. */
  transition: string;
  txHash: string;
  amount: Amount;
  source: RecordSource;
  /** Of a rollback, and only of one. */
  reason: Optional<RollbackReason>;
  replacedBy: Optional<string>;
  createdAt: DatabaseSeconds;
}

/** Which product a row of the explorer comes from. */
export type { Activity };

/** Rows by the explorer's statuses, and the sums in base units of what they were funded with; of PENDING ones of their totals. */
interface Figures {
  pending: GeneratedAlways<number>;
  pendingVolume: GeneratedAlways<bigint>;
  active: GeneratedAlways<number>;
  activeVolume: GeneratedAlways<bigint>;
  completed: GeneratedAlways<number>;
  completedVolume: GeneratedAlways<bigint>;
  cancelled: GeneratedAlways<number>;
  cancelledVolume: GeneratedAlways<bigint>;
  /** Rows that somebody paid for: funded ones, and proposals that were carried out. */
  funded: GeneratedAlways<number>;
}

/** Kept by triggers; read as sums, because everybody writes them and they are spread over several shards. */
interface ExplorerCountersTable extends Figures {
  activity: GeneratedAlways<Activity>;
  /** Volumes are those of BCH; of tokens they stay zero. */
  tokenType: GeneratedAlways<TokenType>;
  shard: GeneratedAlways<number>;
}

/** Kept by triggers, for each token within each product and over all of them; read as sums, as above. */
interface ExplorerTokensTable extends Figures {
  scope: GeneratedAlways<Activity | 'ALL'>;
  tokenCategory: GeneratedAlways<string>;
  shard: GeneratedAlways<number>;
}

/** Keys of creations: who holds one, and the answer of its creation. */
interface IdempotencyKeysTable {
  /** Whose key it is. */
  scope: string;
  key: string;
  /** Identifies the request that holds it, so that one whose lease expired can no longer answer. */
  token: string;
  runningUntil: ColumnType<Date, Date, Date>;
  /** Of what the creation was asked for; with the answer, or not at all. */
  fingerprint: string | null;
  /** JSON. */
  answer: string | null;
  createdBy: string | null;
  createdFrom: string | null;
  /** Unix seconds by the database's clock. */
  expiresAt: number;
}

/**
 * What is known of a token: nothing yet; that it does not exist; that its issuer published no registry; that the registry cannot
 * be read; its name.
 */
export type TokenStanding = 'unknown' | 'absent' | 'unnamed' | 'unreadable' | 'named';

/** What the registries of tokens say, as last read. */
export interface TokensTable {
  category: string;
  /** Since when a look-up is asked for; null while none is. */
  queuedAt: NullableSeconds;
  /** When it may be looked at. */
  dueAt: NullableSeconds;
  /** The network that asked. */
  askedBy: Optional<string>;
  askedAt: DatabaseSeconds;
  standing: Generated<TokenStanding>;
  /** The last transaction of the authchain that is known, and how many come before it. */
  authhead: Optional<string>;
  authchainLength: Generated<number>;
  /** Base units that its genesis made; null before the genesis is read. */
  genesisSupply: Optional<bigint>;
  /** The last transaction of the authchain that published a registry, with what it says of it. */
  publishedIn: Optional<string>;
  /** SHA-256, hex; null where the publication does not say. */
  registryHash: Optional<string>;
  registryUris: Optional<string[]>;
  /** Of the registry that the texts are from. */
  shownHash: Optional<string>;
  /** When another part of that registry takes effect. */
  shownUntil: NullableSeconds;
  symbol: Optional<string>;
  name: Optional<string>;
  decimals: Optional<number>;
  description: Optional<string>;
  icon: Optional<string>;
  checkedAt: NullableSeconds;
  /** Until when nobody has to look it up again. */
  freshUntil: NullableSeconds;
  /** Looks in a row that found nothing out. */
  failures: Generated<number>;
}

/** Fundings that were rolled back and may come back. */
interface LostFundingsTable {
  resourceType: ResourceType;
  resourceId: string;
  txHash: string;
  /** The tip's when it was lost. */
  lostHeight: number;
}

/** The history of its script that each resource's record includes. */
interface ScriptReadingsTable {
  resourceType: ResourceType;
  resourceId: string;
  /** Electrum's digest of the history; null for an empty one. */
  status: Optional<string>;
  /** The transaction of the resource's state then; null without one. */
  head: Optional<string>;
}

/** The tables that statements name; what only the text of statements names is in the migrations alone. */
/** The highest final block that was seen, in one row. */
interface FinalBlockTable {
  onlyOne: Generated<boolean>;
  height: number;
  hash: string;
  /** Height of the first final block whose replacement was noticed; null where none was, or the doctor has run since. */
  reorganisedHeight: Optional<number>;
  reorganisedAt: NullableSeconds;
}

export interface Tables extends AirdropTables, OutboxTables, VaultTables, WebhookTables {
  explorerCounters: ExplorerCountersTable;
  explorerTokens: ExplorerTokensTable;
  streams: StreamsTable;
  streamClaims: StreamClaimsTable;
  plans: PlansTable;
  planFundings: PlanFundingsTable;
  planRecipients: PlanRecipientsTable;
  renewals: RenewalsTable;
  transitions: TransitionsTable;
  transactionUses: TransactionUsesTable;
  resourceEvents: ResourceEventsTable;
  lostFundings: LostFundingsTable;
  scriptReadings: ScriptReadingsTable;
  finalBlock: FinalBlockTable;
  authNonces: AuthNoncesTable;
  serviceSecrets: ServiceSecretsTable;
  idempotencyKeys: IdempotencyKeysTable;
  tokens: TokensTable;
}
