import { RefusedWrites } from '../pool-observers.js';
import {
  DatabaseUnavailableError,
  isRetryable,
  isServerAnswer,
  isUnavailable,
  toDatabaseError,
} from './database-errors.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('isUnavailable', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '08006', '53300', '53100', '58030', '57P01', '57014', '25006'])(
    '%s: yes',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(true);
    },
  );
  it.each(['23505', '23514', '42P01', '22P02', '40001', '55P03', 'ERR_INVALID_ARG_TYPE', ''])('%s: no', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });
  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('"%s": yes', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });
  it('is false for values that are not errors', () => {
    expect([undefined, null, 'ECONNREFUSED', { code: 8 }].map(isUnavailable)).toEqual([false, false, false, false]);
  });
});

describe('isRetryable', () => {
  it('holds for serialization failures, deadlocks and locks that others hold only', () => {
    expect(['40001', '40P01', '55P03', '23505', '57014'].map((code) => isRetryable(withCode(code)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('isServerAnswer', () => {
  it("distinguishes the server's own errors from a lost connection", () => {
    expect([withCode('57014'), withCode('ECONNRESET'), new Error('Query read timeout')].map(isServerAnswer)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('toDatabaseError', () => {
  it('keeps the reason and wraps an error once', () => {
    const reason = withCode('ECONNREFUSED');
    const wrapped = toDatabaseError(reason);
    expect(wrapped).toBeInstanceOf(DatabaseUnavailableError);
    expect(wrapped).toMatchObject({ cause: reason });
    expect(toDatabaseError(wrapped)).toBe(wrapped);
  });
  it('leaves other errors alone', () => {
    const refused = withCode('23505');
    expect(toDatabaseError(refused)).toBe(refused);
  });
});

describe('RefusedWrites', () => {
  it('reports for a minute why a write was refused', () => {
    let now = 5;
    const refused = new RefusedWrites(() => now);
    expect(refused.reason).toBeUndefined();
    refused.note(Object.assign(new Error('could not extend file'), { code: '53100' }));
    expect(refused.reason).toMatch(/disk is full/);
    now += 59_999;
    refused.note(Object.assign(new Error('cannot execute INSERT'), { code: '25006' }));
    expect(refused.reason).toMatch(/read-only/);
    now += 60_000;
    expect(refused.reason).toBeUndefined();
  });

  it('ignores other failures', () => {
    const refused = new RefusedWrites();
    for (const error of [
      undefined,
      new Error('x'),
      Object.assign(new Error('duplicate key'), { code: '23505' }),
      Object.assign(new Error('shutdown'), { code: '57P01' }),
    ])
      refused.note(error);
    expect(refused.reason).toBeUndefined();
  });
});
