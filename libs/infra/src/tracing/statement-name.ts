/** The word a statement begins with, and the table it is about: `SELECT streams`. Values of it are never said. */
export const statementName = (statement: string): string => {
  const [, operation = ''] = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(statement) ?? [];
  return [operation.toUpperCase(), ...(table === undefined ? [] : [table])].join(' ');
};
