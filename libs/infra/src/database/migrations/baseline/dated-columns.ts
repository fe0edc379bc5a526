import { sql } from 'kysely';
import { ALLOCATIONS, MAX_PERIODS, MAX_TRANCHES } from '@weir/kinds';
import { wordsInSql } from '../../sql/words-in-sql.js';

/** Columns of what is paid on dates of the calendar: of a stream, and of a row of a list before it is one. */
export const datedColumns = sql`calendar_months smallint CHECK (calendar_months BETWEEN 1 AND 12),
  calendar_day smallint CHECK (calendar_day BETWEEN 1 AND 31),
  calendar_time integer CHECK (calendar_time BETWEEN 0 AND 86399),
  calendar_offset integer CHECK (calendar_offset BETWEEN -43200 AND 50400),
  grant_installments integer CHECK (grant_installments BETWEEN 1 AND ${sql.lit(MAX_PERIODS)}),
  grant_cliff integer CHECK (grant_cliff BETWEEN 1 AND ${sql.lit(MAX_PERIODS)}),
  grant_allocation text CHECK (grant_allocation IN ${wordsInSql(ALLOCATIONS)}),
  grant_released numeric(20,0) CHECK (grant_released >= 0),
  tranche_list text CHECK (tranche_list ~ '^([0-9a-f]{22}){1,${sql.raw(MAX_TRANCHES.toString())}}$'),`;
