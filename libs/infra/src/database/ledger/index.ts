export type { LedgerEntry, LedgerQuery, OpeningTotal } from './ledger-entry.js';
export { createLedgerRepository, type LedgerOptions, type LedgerRepository } from './ledger.repository.js';
