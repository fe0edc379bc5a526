import { ERRORS } from '@weir/api-contract';
import { DatabaseUnavailableError } from '@weir/infra';
import { ApiError } from './api-error.js';
import { problemBody, toProblem } from './reply-with-problem.js';

const framework = (code: string, statusCode: number): Error =>
  Object.assign(new Error('words of the framework'), { code, statusCode });

const answer = (error: unknown) => {
  const problem = toProblem(error, { toProblem: () => undefined });
  return { status: ERRORS[problem.code].status, headers: problem.headers, body: problemBody(problem, 'request-1') };
};

describe('toProblem', () => {
  it('shows when to ask again while the database is away or busy', () => {
    expect(answer(new DatabaseUnavailableError('Away'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'DATABASE_UNAVAILABLE', requestId: 'request-1' },
    });
    expect(answer(Object.assign(new Error('deadlock detected'), { code: '40P01' }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'DATABASE_UNAVAILABLE', retryable: true },
    });
  });

  it("asks the app first for what is the app's own", () => {
    const own = new ApiError('NOT_FOUND', 'None');
    expect(toProblem('anything', { toProblem: () => own })).toBe(own);
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
  ])('shows nothing of %s', (_, error) => {
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
