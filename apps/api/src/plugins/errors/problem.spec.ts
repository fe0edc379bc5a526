import { ERRORS } from '@weir/api-contract';
import { DatabaseUnavailableError, ServerAnsweredError, TransactionHashInUseError } from '@weir/infra';
import { ServiceError } from '@weir/services';
import { ApiError } from './api-error.js';
import { problemBody } from './problem-body.js';
import { toProblem } from './problem.js';

const framework = (code: string, statusCode: number): Error =>
  Object.assign(new Error('words of the framework'), { code, statusCode });

const answer = (error: unknown) => {
  const problem = toProblem(error);
  return { status: ERRORS[problem.code].status, headers: problem.headers, body: problemBody(problem, 'request-1') };
};

describe('toProblem', () => {
  it('passes on what use cases refuse', () => {
    expect(answer(new ServiceError('FORBIDDEN', 'Only the sender may', { sender: 'a' }))).toEqual({
      status: 403,
      headers: {},
      body: {
        success: false,
        error: 'The caller may not do this',
        code: 'FORBIDDEN',
        message: 'Only the sender may',
        details: { sender: 'a' },
        requestId: 'request-1',
      },
    });
  });

  it.each(['TX_NOT_FOUND', 'TX_UNCONFIRMED'] as const)('says of %s that the transaction may still arrive', (code) => {
    expect(answer(new ServiceError(code, 'Not yet'))).toMatchObject({
      status: 409,
      body: { code, retryable: true, state: 'pending' },
    });
  });

  it('puts beside the message what clients act on', () => {
    expect(answer(new ServiceError('NOTHING_TO_CLAIM', 'Later', { claimableAt: 5, asOf: 4 })).body).toMatchObject({
      claimableAt: 5,
      asOf: 4,
      details: { claimableAt: 5 },
    });
    expect(
      answer(new ServiceError('NOTICE_NOT_OVER', 'Later', { availableAtHeight: 9, height: 4 })).body,
    ).toMatchObject({ availableAtHeight: 9 });
    expect(
      answer(new ServiceError('INSUFFICIENT_FUNDS', 'Less', { neededSatoshis: '546', availableSatoshis: '0' })).body,
    ).toMatchObject({
      needed: 0.00000546,
      neededBase: '546',
      available: 0,
      availableBase: '0',
    });
  });

  it('tells when to ask again while the chain or the database is away', () => {
    expect(answer(new ServiceError('CHAIN_UNAVAILABLE', 'Away', { retryAfterSeconds: 7 }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
    });
    expect(answer(new ServiceError('CHAIN_UNAVAILABLE', 'Away'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    expect(answer(new DatabaseUnavailableError('Away'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'DATABASE_UNAVAILABLE' },
    });
    expect(answer(Object.assign(new Error('deadlock detected'), { code: '40P01' }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'DATABASE_UNAVAILABLE', retryable: true },
    });
    expect(answer(new ServerAnsweredError('excessive resource usage'))).toMatchObject({
      status: 503,
      body: { code: 'CHAIN_UNAVAILABLE' },
    });
  });

  it('knows a hash that is recorded for something else', () => {
    expect(answer(new TransactionHashInUseError('ab', 'stream', 'id'))).toMatchObject({
      status: 409,
      body: { code: 'HASH_ALREADY_USED' },
    });
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'MALFORMED_REQUEST'],
    ['FST_ERR_HANDLER_TIMEOUT', 503, 'OVERLOADED'],
    ['ANYTHING', 414, 'URI_TOO_LONG'],
  ])('translates %s of the framework', (code, statusCode, expected) => {
    expect(answer(framework(code, statusCode))).toMatchObject({ status: statusCode, body: { code: expected } });
  });

  it.each([
    ['an unknown error', new Error('password=secret')],
    ['an unknown error with a status', framework('ANYTHING', 500)],
    ['a thrown string', 'secret'],
    ['nothing', undefined],
  ])('gives nothing of %s away', (_, error) => {
    const { status, body } = answer(error);
    expect([status, body.code, body.details]).toEqual([500, 'INTERNAL', undefined]);
    expect(JSON.stringify(body)).not.toMatch(/secret|words|stack/);
  });

  it('sends the headers a refusal calls for', () => {
    expect(answer(new ApiError('METHOD_NOT_ALLOWED', 'No', {}, { allow: 'GET' }))).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
  });
});
