/** A promise and what fulfils it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** Returns a promise that the test fulfils at the moment it chooses: `Promise.withResolvers`, which Node 20 lacks. */
export const deferred = <T = void>(): Deferred<T> => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
};
