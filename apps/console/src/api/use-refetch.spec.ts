import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createRefetch } from './use-events.js';

describe('createRefetch', () => {
  /** A query that is on show, whose reads are answered by hand. */
  const start = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const reads: ((value: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => reads.push(resolve));
    const observer = new QueryObserver(client, { queryKey: ['record', 'a'], queryFn, staleTime: Infinity });
    const leave = observer.subscribe(() => undefined);
    const answer = async (value: string): Promise<void> => {
      reads.at(-1)?.(value);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { client, reads, answer, leave, shown: () => observer.getCurrentResult().data };
  };

  it('refetches after a fetch that began before the call', async () => {
    const { client, reads, answer, leave, shown } = start();
    const done = createRefetch(client, ['record', 'a'])();
    expect(reads).toHaveLength(1);
    await answer('before');
    expect(reads).toHaveLength(2);
    await answer('after');
    await done;
    expect([shown(), reads.length]).toEqual(['after', 2]);
    leave();
  });

  it('refetches once for any number of calls meanwhile, and cancels no fetch', async () => {
    const { client, reads, answer, leave, shown } = start();
    await answer('first');
    const refetch = createRefetch(client, ['record', 'a']);
    const done = refetch();
    for (let call = 0; call < 100; call += 1) void refetch();
    expect(reads).toHaveLength(2);
    await answer('second');
    expect([shown(), reads.length]).toEqual(['second', 3]);
    await answer('third');
    await done;
    expect([shown(), reads.length]).toEqual(['third', 3]);
    leave();
  });
});
