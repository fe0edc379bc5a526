import { ERRORS } from '@weir/api-contract';
import { problemBody, toProblem } from '@weir/http';
import { RowNotFoundError, ServerAnsweredError } from '@weir/infra';
import { ServiceError } from '@weir/services';
import { API_ERRORS } from './service-problem.js';

const answer = (error: unknown) => {
  const problem = toProblem(error, API_ERRORS);
  return {
    status: ERRORS[problem.code].status,
    headers: problem.headers,
    body: problemBody(problem, 'request-1', API_ERRORS),
  };
};

describe('an error of the use cases', () => {
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

  it('says that a record is gone which was removed while a request worked on it', () => {
    expect(answer(new RowNotFoundError('plan_fundings', 'an id of the database'))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: expect.not.stringContaining('plan_fundings') as string },
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

  it('says when to retry while the chain is away', () => {
    expect(answer(new ServiceError('CHAIN_UNAVAILABLE', 'Away', { retryAfterSeconds: 7 }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
    });
    expect(answer(new ServiceError('CHAIN_UNAVAILABLE', 'Away'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    expect(answer(new ServerAnsweredError('excessive resource usage'))).toMatchObject({
      status: 503,
      body: { code: 'CHAIN_UNAVAILABLE' },
    });
  });
});
