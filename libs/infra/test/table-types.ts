import { type QueryExecutorProvider, sql } from 'kysely';
import {
  type ColumnMetadata,
  generate,
  type ObjectExpressionNode,
  PostgresDialect,
  TypeScriptSerializer,
} from 'kysely-codegen';
import * as kinds from '@weir/kinds';

/** What kysely-codegen cannot read from a schema. */
export interface Hints {
  /** Types of columns, by `table.column`: what JSON holds, and what may be written. */
  readonly columns: Readonly<Record<string, string>>;
  /** The modules of the types that these name. */
  readonly imports: Readonly<Record<string, string>>;
}

/** A database whose migrations ran. */
export interface DescribedDatabase {
  readonly url: string;
  readonly db: QueryExecutorProvider;
}

interface Comment {
  readonly table: string;
  /** Null for the table's own. */
  readonly column: string | null;
  readonly text: string;
}

/** Comments begin so where triggers alone write a column, or a table. */
const BY_TRIGGERS = /^Kept by (?:a trigger|triggers)\b/u;
/** What the parsers of `createDatabase` make of values. */
const PARSED: Readonly<Record<string, string>> = { int8: 'number', numeric: 'bigint', timestamptz: 'Date' };
const PLAIN: Readonly<Record<string, string>> = { ...PARSED, bool: 'boolean', int2: 'number', int4: 'number' };

const readComments = async ({ db }: Pick<DescribedDatabase, 'db'>): Promise<readonly Comment[]> => {
  const { rows } = await sql<Comment>`
    SELECT c.relname AS "table", a.attname AS "column", d.description AS "text"
    FROM pg_description d JOIN pg_class c ON d.classoid = 'pg_class'::regclass AND c.oid = d.objoid
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`.execute(db);
  return rows;
};

/** Reads which words a column may hold, by `table.column`: those of its check `column IN ('a', …)`. */
const readWords = async ({ db }: Pick<DescribedDatabase, 'db'>): Promise<ReadonlyMap<string, string[]>> => {
  const { rows } = await sql<{ readonly name: string; readonly check: string }>`
    SELECT c.relname || '.' || a.attname AS "name", pg_get_constraintdef(k.oid) AS "check"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND k.conkey = ARRAY[a.attnum]
    WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(
    rows.flatMap(({ name, check }): [string, string[]][] => {
      // Postgres keeps a list of one word as an equality.
      const [, list = ''] = /^CHECK \(\(\(?"?\w+"?\)? = (?:ANY \(ARRAY\[(?=')|(?='))(.*)\)\)$/u.exec(check) ?? [];
      const words = [...list.matchAll(/'([^']+)'::text/gu)].flatMap(([, word]) => word ?? []);
      return words.length === 0 ? [] : [[name, words]];
    }),
  );
};

/** Keeps columns in the order of the schema, in which those that belong together are together. */
class OrderedSerializer extends TypeScriptSerializer {
  override serializeObjectExpression({ properties }: ObjectExpressionNode): string {
    return `{\n${properties.map((property) => `  ${this.serializeProperty(property)}`).join('')}}`;
  }
}

/** Names of types that do not follow from their constants. */
const IRREGULAR: Readonly<Record<string, string>> = {
  EVENTS: 'EventKind',
  // kysely-codegen has an Interval of its own.
  INTERVALS: 'PaymentInterval',
  PROPOSALS: 'ProposalKind',
};

/** Returns the type of an enumeration's words: `TokenType` for `TOKEN_TYPES`. */
const typeNameOf = (constant: string): string =>
  IRREGULAR[constant] ??
  constant
    .replace(/(?:(?<=STATUS)ES|(?<=I)ES|S)$/u, '')
    .replace(/I$/u, 'Y')
    .toLowerCase()
    .replaceAll(/(?:^|_)[a-z]/gu, (start) => start.slice(-1).toUpperCase());

const keyOf = (words: readonly string[]): string => words.toSorted().join();

/** The enumerations, as types by their words; several may have the same. */
const ENUMERATIONS = Object.entries(kinds).flatMap(([constant, value]) => {
  if (typeof value !== 'object') return [];
  const words = Array.isArray(value) ? (value as readonly string[]) : Object.keys(value);
  return [{ name: typeNameOf(constant), key: keyOf(words) }];
});

/** Returns the enumeration whose words a column may hold; of several that of its product. */
const enumerationOf = (table: string, words: readonly string[]): string | undefined => {
  const found = ENUMERATIONS.filter(({ key }) => key === keyOf(words)).map(({ name }) => name);
  const [product = ''] = table.split('_');
  return found.find((name) => product.startsWith(name.slice(0, 4).toLowerCase())) ?? found[0];
};

/** Writes the type of a column that is read as `type`. */
const columnType = (type: string, { isNullable, hasDefaultValue }: ColumnMetadata, isReadOnly: boolean): string => {
  const read = isNullable ? `${type} | null` : type;
  if (isReadOnly) return `GeneratedAlways<${read}>`;
  return hasDefaultValue ? `Generated<${read}>` : read;
};

/**
 * Describes the tables of a migrated database as types for Kysely, with the comments of the schema: numbers and amounts as
 * `createDatabase` reads them, and words as the checks allow them, by the name of their enumeration.
 *
 * @param hints what the schema alone does not show
 * @returns the text of a TypeScript file
 */
export const describeTables = async (database: DescribedDatabase, hints: Hints): Promise<string> => {
  const [comments, words] = [await readComments(database), await readWords(database)];
  const dialect = new PostgresDialect();
  // A connection without the parsers and the names of `createDatabase`.
  const db = await dialect.introspector.connect({ connectionString: database.url, dialect });
  try {
    const commentOf = (table: string, column: string | null): string | null =>
      comments.find((each) => each.table === table && each.column === column)?.text ?? null;
    const columns: Record<string, string> = { ...hints.columns };
    const text = await generate({
      db,
      dialect,
      camelCase: true,
      customImports: {
        ...Object.fromEntries(ENUMERATIONS.map(({ name }) => [name, '@weir/kinds'])),
        PaymentInterval: '@weir/kinds#Interval',
        GeneratedAlways: 'kysely',
        ...hints.imports,
      },
      excludePattern: 'kysely_*',
      outFile: null,
      overrides: { columns },
      serializer: new OrderedSerializer({ typeOnlyImports: true }),
      typeMapping: PARSED,
      postprocess: ({ metadata }) => {
        for (const { name: table, columns: all } of metadata.tables)
          for (const column of all) {
            const name = `${table}.${column.name}`;
            const allowed = words.get(name);
            column.comment = commentOf(table, column.name);
            const isReadOnly = [column.comment, commentOf(table, null)].some((each) => BY_TRIGGERS.test(each ?? ''));
            if (allowed === undefined && !isReadOnly) continue;
            const type =
              allowed === undefined
                ? (PLAIN[column.dataType] ?? 'string')
                : (enumerationOf(table, allowed) ?? allowed.map((word) => `'${word}'`).join(' | '));
            columns[name] ??= columnType(type, column, isReadOnly);
          }
        return Promise.resolve(metadata);
      },
    });
    const [interfaces = '', tables = ''] = text.split(/^export interface DB \{\n/mu);
    const described = interfaces
      .replaceAll(/^ {2}\/\*\*\n {3}\* (.*)\n {3}\*\/$/gmu, '  /** $1 */')
      .replaceAll(/^export interface (\w+) \{$/gmu, (_, name: string) => {
        const comment = commentOf(name.replaceAll(/(?<!^)[A-Z]/gu, '_$&').toLowerCase(), null);
        return `${comment === null ? '' : `/** ${comment} */\n`}export interface ${name}Table {`;
      });
    return `${described}/** The tables of the database. */\nexport interface Tables {\n${tables.replaceAll(';', 'Table;')}`;
  } finally {
    await db.destroy();
  }
};
