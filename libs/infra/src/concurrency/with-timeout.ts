/** Thrown where work takes longer than its timeout. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for work up to a timeout.
 *
 * @param milliseconds longest wait
 * @param late makes the error to throw instead of TimeoutError
 * @throws TimeoutError (or what `late` gives) when the work is not done in time; it goes on, and its result is lost
 */
export const withTimeout = async <T>(
  milliseconds: number,
  work: Promise<T>,
  late = (): Error => new TimeoutError(`There was no answer within ${milliseconds} ms`),
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
};
