/** Whether an error carries this `code`, as Node's system errors (and Postgres' SQLSTATE errors) do. */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
