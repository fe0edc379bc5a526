import { BroadcastRejectedError, ChainUnavailableError, TransactionNotFoundError } from '@weir/infra';
import { bindUseCases } from './bind-use-cases.js';
import { ServiceError } from './service-error.js';

const failing = bindUseCases(
  { prefix: 'context: ' },
  {
    fail: (_: unknown, error: Error) => Promise.reject(error),
    greet: ({ prefix }, name: string) => Promise.resolve(prefix + name),
    count: (_: unknown, text: string) => text.length,
  },
);

describe('bindUseCases', () => {
  it('passes context and input, and returns what the use case returns', async () => {
    await expect(failing.greet('weir')).resolves.toBe('context: weir');
    expect(failing.count('weir')).toBe(4);
  });

  it.each([
    ['CHAIN_UNAVAILABLE', new ChainUnavailableError('wss://internal.example is down', 7), { retryAfterSeconds: 7 }],
    ['TX_NOT_FOUND', new TransactionNotFoundError('ab'), { txHash: 'ab' }],
    ['BROADCAST_REJECTED', new BroadcastRejectedError('dust', true), { reason: 'dust', inputsGone: true }],
  ])('converts an error of the chain to %s', async (code, cause, details) => {
    await expect(failing.fail(cause)).rejects.toMatchObject({ name: 'ServiceError', code, details, cause });
  });

  it.each([new ServiceError('NOT_FOUND', 'No such row'), new TypeError('A defect')])(
    'rejects with any other error as it is: %s',
    async (error) => {
      await expect(failing.fail(error)).rejects.toBe(error);
    },
  );
});
