/** Something took longer than anybody would wait. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for work, but not for ever.
 *
 * @param milliseconds longest wait
 * @param late what to fail with, where that is to be said in other words
 * @throws TimeoutError (or what `late` gives) when the work is not done in time; it goes on, and what comes of it is lost
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
