/** Names a statement by its first word and its table, such as `SELECT streams`; never includes values. */
export const statementName = (statement: string): string => {
  const [, operation = ''] = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(statement) ?? [];
  return [operation.toUpperCase(), ...(table === undefined ? [] : [table])].join(' ');
};
