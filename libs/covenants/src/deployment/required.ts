/**
 * Returns a value that earlier checks guarantee to be there.
 *
 * @throws RangeError where it is missing
 */
export const required = <T>(value: T | undefined, otherwise: string): T => {
  if (value === undefined) throw new RangeError(otherwise);
  return value;
};

/** Message for a payment or notice end whose state names no clock. */
export const NO_CLOCK = 'A notice runs, and the state names no clock';
