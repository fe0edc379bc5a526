/** Something took longer than anybody would wait. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/**
 * Waits for work, but not for ever: a probe that hangs tells an operator nothing.
 *
 * @throws LateError when it is not done in time; the work goes on, and what comes of it is lost
 */
export const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`There was no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
