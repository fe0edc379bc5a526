import { setImmediate } from 'node:timers/promises';
import { begunAfter } from './begun-after.js';

/** A read whose runs end when they are asked to. */
const createReads = () => {
  const begun: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const read = begunAfter(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = begun.length;
        begun.push({ end: () => resolve(number), fail: reject });
      }),
  );
  return { begun, read };
};

describe('a shared read', () => {
  it('is shared by concurrent calls', async () => {
    const { begun, read } = createReads();
    const calls = [read(), read()];
    await Promise.resolve();
    calls.push(read());
    await setImmediate();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await Promise.all(calls)).toEqual([0, 0, 0]);
  });

  it('starts after every call that it serves, one at a time', async () => {
    const { begun, read } = createReads();
    const first = read();
    await setImmediate();
    const others = [read(), read()];
    await setImmediate();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await first).toBe(0);
    await setImmediate();
    expect(begun).toHaveLength(2);
    begun[1]?.end();
    expect(await Promise.all(others)).toEqual([1, 1]);
  });

  it('that fails, fails for those who shared it, not for the next', async () => {
    const { begun, read } = createReads();
    const first = [read(), read()];
    await setImmediate();
    const next = read();
    begun[0]?.fail(new Error('gone'));
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await setImmediate();
    begun[1]?.end();
    expect(await next).toBe(1);
  });
});
