import { Compile } from 'typebox/compile';
import { ERROR_CODES, ERRORS } from './error-codes.js';
import { ErrorBody, errorResponses } from './error.schema.js';

describe('errorResponses', () => {
  it('groups codes by their status and says what each means', () => {
    const responses = errorResponses('WRONG_STATE', 'TX_NOT_FOUND', 'NOT_FOUND');
    expect(Object.keys(responses)).toEqual(['400', '404', '409', '429', '500', '503']);
    expect(responses).toMatchObject({
      409: {
        'x-response-description':
          '`WRONG_STATE`: The record is not in the required state. `TX_NOT_FOUND`: The transaction is not known yet.',
      },
    });
  });

  it('adds the errors of bearer tokens to each caller error, and repeats none', () => {
    expect(errorResponses('CALLER_REQUIRED', 'FORBIDDEN')).toMatchObject({
      401: {
        'x-response-description':
          '`CALLER_REQUIRED`: The request names no caller. `TOKEN_INVALID`: The bearer token is not valid. `TOKEN_EXPIRED`: The bearer token has expired.',
      },
      403: { 'x-response-description': '`FORBIDDEN`: The caller may not do this.' },
    });
  });

  it('shows an example that is such an error', () => {
    const check = Compile(ErrorBody);
    for (const response of Object.values(errorResponses(...ERROR_CODES)) as {
      readonly examples: readonly unknown[];
    }[]) {
      expect(response.examples.map((example) => check.Check(example))).toEqual([true]);
    }
  });
});

describe('error codes', () => {
  it('are upper-case words with a status of an error and a sentence of their own', () => {
    for (const code of ERROR_CODES) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(ERRORS[code].status).toBeGreaterThanOrEqual(400);
      expect(ERRORS[code].status).toBeLessThan(600);
    }
    expect(new Set(Object.values(ERRORS).map(({ error }) => error)).size).toBe(ERROR_CODES.length);
  });
});
