import type { Selectable } from 'kysely';
import type { PlanFundingsTable } from '../generated/tables.js';

/** A funding of a plan, or of one stream. */
export type PlanFundingRecord = Readonly<Selectable<PlanFundingsTable>>;
