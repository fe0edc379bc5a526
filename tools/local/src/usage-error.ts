/** A mistake in the command line that its author can fix: shown without a stack, with the options. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
