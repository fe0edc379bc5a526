import { sql, type Kysely } from 'kysely';

/** Drops all views, tables, sequences and functions of the schema, without the migrations' own tables and what extensions brought. */
export async function dropEverything(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $$
    DECLARE
      statement text;
    BEGIN
      FOR statement IN
        SELECT format('DROP %s IF EXISTS %s CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass)
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') AND relname NOT LIKE 'kysely%'
          -- Sequences of columns go with them.
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND relkind = 'S' AND deptype IN ('a', 'i'))
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
        -- All names are read before the first drop: what CASCADE has dropped has none.
        ORDER BY 1
      LOOP
        EXECUTE statement;
      END LOOP;
    END $$`.execute(db);
}
