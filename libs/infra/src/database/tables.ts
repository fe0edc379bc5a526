import type { AirdropTables } from './airdrops/airdrop-tables.js';
import type { AuthNoncesTable, ServiceSecretsTable } from './auth/auth-tables.js';
import type { ResourceEventsTable } from './events/event-tables.js';
import type { ExplorerTables } from './explorer/explorer-tables.js';
import type { IdempotencyKeysTable } from './idempotency/idempotency-table.js';
import type { RateLimitsTable } from './limits/rate-limits-table.js';
import type { ListChangesTables } from './list-changes/list-changes-table.js';
import type { NotedTransactionsTable } from './notes/notes-table.js';
import type { OutboxTables } from './outbox/outbox-tables.js';
import type { PlanFundingsTable, PlanRecipientsTable, PlansTable } from './plans/plan-tables.js';
import type { StreamClaimsTable, StreamCountersTable, StreamsTable } from './streams/stream-tables.js';
import type { TokensTable } from './tokens/token-tables.js';
import type { TransactionUsesTable, TransitionsTable } from './transitions/transition-tables.js';
import type { VaultTables } from './vaults/vault-tables.js';
import type { LostFundingsTable, ScriptReadingsTable } from './watch/watch-tables.js';
import type { WebhookTables } from './webhooks/webhook-tables.js';

export interface Tables
  extends AirdropTables, ExplorerTables, ListChangesTables, OutboxTables, VaultTables, WebhookTables {
  streams: StreamsTable;
  streamClaims: StreamClaimsTable;
  streamCounters: StreamCountersTable;
  plans: PlansTable;
  planFundings: PlanFundingsTable;
  planRecipients: PlanRecipientsTable;
  transitions: TransitionsTable;
  transactionUses: TransactionUsesTable;
  resourceEvents: ResourceEventsTable;
  lostFundings: LostFundingsTable;
  scriptReadings: ScriptReadingsTable;
  authNonces: AuthNoncesTable;
  serviceSecrets: ServiceSecretsTable;
  idempotencyKeys: IdempotencyKeysTable;
  rateLimits: RateLimitsTable;
  notedTransactions: NotedTransactionsTable;
  tokens: TokensTable;
}
