import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { eventually } from '@weir/testing';
import { onceRead } from './once-read.js';

describe('onceRead', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const unreachable = () => Promise.reject(new Error('unreachable'));

  it('has a query read again that was read, even if it failed later', async () => {
    let answer = (): Promise<string> => Promise.resolve('read');
    const observer = new QueryObserver(client, { queryKey: ['read'], queryFn: () => answer() });
    const leave = observer.subscribe(() => undefined);
    await eventually(() => expect(observer.getCurrentResult().data).toBe('read'));
    expect(onceRead(5)(observer.getCurrentQuery())).toBe(5);
    answer = unreachable;
    await observer.refetch();
    expect(observer.getCurrentResult().isError).toBe(true);
    expect(onceRead(5)(observer.getCurrentQuery())).toBe(5);
    leave();
  });

  it('leaves a query that failed from the first as it is', async () => {
    const observer = new QueryObserver(client, { queryKey: ['failed'], queryFn: unreachable });
    const leave = observer.subscribe(() => undefined);
    await eventually(() => expect(observer.getCurrentResult().isError).toBe(true));
    expect(onceRead(5)(observer.getCurrentQuery())).toBe(false);
    leave();
  });
});
