/** What whoever typed the command can mend: shown without a stack, with the options. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
