import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { eventually } from '@weir/testing';
import { onceRead } from './once-read.js';

describe('onceRead', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

  it('has a query read again that was read', async () => {
    let reads = 0;
    const observer = new QueryObserver(client, {
      queryKey: ['read'],
      queryFn: () => Promise.resolve((reads += 1)),
      refetchInterval: onceRead(5),
    });
    const leave = observer.subscribe(() => undefined);
    await eventually(() => expect(reads).toBeGreaterThan(2));
    leave();
  });

  it('leaves a query that failed from the first as it is', async () => {
    const observer = new QueryObserver(client, {
      queryKey: ['failed'],
      queryFn: () => Promise.reject(new Error('unreachable')),
    });
    const leave = observer.subscribe(() => undefined);
    await eventually(() => expect(observer.getCurrentResult().isError).toBe(true));
    expect(onceRead(5)(observer.getCurrentQuery())).toBe(false);
    leave();
  });
});
