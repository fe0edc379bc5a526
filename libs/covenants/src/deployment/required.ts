/** What must be there by what was checked before. @throws RangeError otherwise */
export const required = <T>(value: T | undefined, otherwise: string): T => {
  if (value === undefined) throw new RangeError(otherwise);
  return value;
};

/** Of a payment or notice end whose state names no clock. */
export const NO_CLOCK = 'A notice runs, and the state names no clock';
