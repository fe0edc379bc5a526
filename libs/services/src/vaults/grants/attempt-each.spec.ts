import { ServiceError } from '../../shared/service-error.js';
import { attemptEach } from './record-grant.js';

describe('attempting each', () => {
  /** @returns what was attempted, and what was thrown */
  const attempt = async (failures: Readonly<Record<string, Error>>) => {
    const attempted: string[] = [];
    const [result] = await Promise.allSettled([
      attemptEach(['a', 'b', 'c'], (item) => {
        attempted.push(item);
        const failure = failures[item];
        return failure === undefined ? Promise.resolve() : Promise.reject(failure);
      }),
    ]);
    return {
      attempted: attempted.join(''),
      thrown: result.status === 'rejected' ? (result.reason as unknown) : undefined,
    };
  };

  it('goes on behind a refusal, and throws the first', async () => {
    const first = new ServiceError('TX_MISMATCH', 'another amount');
    expect(await attempt({})).toEqual({ attempted: 'abc', thrown: undefined });
    expect(await attempt({ a: first, b: new ServiceError('NOT_FOUND', 'gone') })).toEqual({
      attempted: 'abc',
      thrown: first,
    });
  });

  it('ends where the chain is away, and with what nobody expected', async () => {
    for (const failure of [new ServiceError('CHAIN_UNAVAILABLE', 'away'), new TypeError('wrong')])
      expect(await attempt({ a: new ServiceError('NOT_FOUND', 'gone'), b: failure })).toEqual({
        attempted: 'ab',
        thrown: failure,
      });
  });
});
