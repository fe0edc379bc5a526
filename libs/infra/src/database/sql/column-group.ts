type Fields<Row> = Readonly<Record<string, keyof Row & string>>;

/**
 * Columns of a row that records have as one field. The table's checks make the columns of a group all null or none.
 *
 * @typeParam Row as it is read
 * @example
 * const funding = columnGroup<Row>()({ txHash: 'fundingTxHash', vout: 'fundingVout' }, { bySender: 'fundedBySender' });
 * funding.read(row); // { txHash, vout, bySender }, or null where one of the first two is null
 * funding.columns(record.funding); // { fundingTxHash, fundingVout, fundedBySender }, all null of null
 */
export const columnGroup =
  <Row>() =>
  <const Own extends Fields<Row>, const Extra extends Fields<Row> = Own>(
    /** Fields that the group always has, with their columns. */
    own: Own,
    /** Fields that may be null in it. */
    extra?: Extra,
  ) => {
    type Column = Own[keyof Own] | Extra[keyof Extra];
    type Group = { readonly [Name in keyof Own]: NonNullable<Row[Own[Name]]> } & {
      readonly [Name in keyof Extra]: Row[Extra[Name]];
    };
    type NewGroup = Pick<Group, keyof Own> & Partial<Group>;
    const fields = Object.entries({ ...own, ...extra }) as [string, Column][];
    const needed = Object.values(own) as Column[];
    // Copied for each row: an object that is made with all its properties is cheaper than one that grows.
    const empty: Record<string, unknown> = Object.fromEntries(fields.map(([name]) => [name, null]));
    return {
      names: fields.map(([, column]) => column),
      read: (row: Pick<Row, Column>): Group | null => {
        if (needed.some((column) => row[column] === null)) return null;
        const group = { ...empty };
        for (const [name, column] of fields) group[name] = row[column];
        return group as Group;
      },
      columns: (group: NewGroup | null): { [Name in Column]: Row[Name] | null } => {
        const values: Readonly<Record<string, unknown>> = group ?? empty;
        return Object.fromEntries(fields.map(([name, column]) => [column, values[name] ?? null])) as {
          [Name in Column]: Row[Name] | null;
        };
      },
    };
  };

/** What a group is written as: fields that may be null may also be left out. */
export type NewGroupOf<Columns extends { readonly columns: (group: never) => unknown }> = NonNullable<
  Parameters<Columns['columns']>[0]
>;

/** What a group is read as where it is there. */
export type GroupOf<Columns extends { readonly read: (row: never) => unknown }> = NonNullable<
  ReturnType<Columns['read']>
>;

/** The columns of a contract's unspent state output. */
export const STATE_OUTPUT = {
  category: 'stateCategory',
  txid: 'stateTxid',
  vout: 'stateVout',
  satoshis: 'stateSatoshis',
  commitment: 'stateCommitment',
} as const;
