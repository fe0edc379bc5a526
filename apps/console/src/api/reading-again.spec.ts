import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { WeirError } from '@weir/client';
import { eventually } from '@weir/testing';
import { startReadingAgain } from './reading-again.js';

const unreachable = new WeirError('CONNECTION_FAILED', 'No answer', { retryable: true });
const refused = new WeirError('FORBIDDEN', 'Not yours', { status: 403 });

describe('startReadingAgain', () => {
  /** A page whose queries are answered by `answers`, and whose pauses end by hand. */
  const start = (...names: readonly string[]) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const pauses: { readonly ms: number; readonly end: () => void }[] = [];
    startReadingAgain(client, (ms) => new Promise((end) => pauses.push({ ms, end })));
    const answers = new Map<string, Error | string>();
    const asked: string[] = [];
    const states: string[] = [];
    const read = (name: string) => (): Promise<string> => {
      asked.push(name);
      const answer = answers.get(name) ?? unreachable;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const observers = names.map((name) => {
      const observer = new QueryObserver(client, { queryKey: [name], queryFn: read(name) });
      const leave = observer.subscribe(({ status }) => states.push(status));
      return { leave, now: () => observer.getCurrentResult() };
    });
    const endPause = async (count: number): Promise<void> => {
      await eventually(() => expect(pauses).toHaveLength(count));
      pauses[count - 1]?.end();
    };
    return { client, pauses, answers, asked, states, read, observers, endPause };
  };

  it('asks by one query, after growing pauses, while nothing answers', async () => {
    const { pauses, asked, states, endPause } = start('a', 'b');
    for (let count = 1; count <= 7; count += 1) await endPause(count);
    await eventually(() => expect(pauses).toHaveLength(8));
    expect(pauses.map(({ ms }) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 120, 120, 120]);
    expect(asked).toEqual(['a', 'b', ...Array.from({ length: 7 }, () => 'a')]);
    // Its page waits once, and then says all the time that it failed.
    expect(states.filter((state) => state !== 'error')).toEqual(['pending', 'pending']);
  });

  it('gives all queries their data once the service answers, and begins with a short pause the next time', async () => {
    const { client, pauses, answers, observers, endPause } = start('a', 'b');
    await endPause(1);
    await eventually(() => expect(pauses).toHaveLength(2));
    answers.set('a', 'one').set('b', 'two');
    await endPause(2);
    await eventually(() => expect(observers.map(({ now }) => now().data)).toEqual(['one', 'two']));
    answers.clear();
    await client.refetchQueries();
    await eventually(() => expect(pauses[2]?.ms).toBe(5_000));
  });

  it('says what the service answers where that is a refusal, and asks no more', async () => {
    const { pauses, answers, asked, observers, endPause } = start('a');
    answers.set('a', refused);
    await endPause(1);
    await eventually(() => expect(observers[0]?.now().error).toBe(refused));
    expect([pauses.length, asked]).toEqual([1, ['a', 'a', 'a']]);
  });

  it('asks for nothing that is not on show any more', async () => {
    const { asked, observers, pauses, endPause } = start('a');
    await eventually(() => expect(pauses).toHaveLength(1));
    observers[0]?.leave();
    await endPause(1);
    await Promise.resolve();
    expect([asked, pauses.length]).toEqual([['a'], 1]);
  });

  it('reads the first page of a list that is read page by page', async () => {
    const { client, answers, read, endPause } = start();
    const list = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: read('list'),
      initialPageParam: null,
      getNextPageParam: () => null,
    });
    list.subscribe(() => undefined);
    await eventually(() => expect(list.getCurrentResult().isError).toBe(true));
    answers.set('list', 'page');
    await endPause(1);
    await eventually(() => expect(list.getCurrentResult().data?.pages).toEqual(['page']));
  });
});
