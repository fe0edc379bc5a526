export type { LedgerEntry, LedgerQuery, OpeningTotal } from './ledger-entry.js';
export { createLedgerRepository, type MoneyLinesOptions, type LedgerRepository } from './ledger.repository.js';
