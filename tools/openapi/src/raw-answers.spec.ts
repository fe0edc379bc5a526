import { faultOf } from './raw-answers.js';

const asked = { method: 'GET', path: '/docs/static/x', headers: {} };
const error = { success: false, error: 'Not Found', code: 'ROUTE_NOT_FOUND', message: 'No such route', requestId: '1' };

describe('faultOf', () => {
  it.each([
    ['a refusal in the form of errors', 404, JSON.stringify(error)],
    ['a file of the documentation', 206, 'body {}'],
    ['nothing, where nothing changed', 304, ''],
  ])('finds none in %s', (_, status, body) => {
    expect(faultOf(asked, { status, body })).toBeUndefined();
  });

  it.each([
    ['a fault, whatever its form', 500, JSON.stringify(error), /fault of ours/],
    ['an error without its request', 412, JSON.stringify({ ...error, requestId: undefined }), /No error as documented/],
    ['an error that is no JSON', 416, 'Range Not Satisfiable', /No error as documented/],
    ['an inside', 404, JSON.stringify({ ...error, message: 'at /node_modules/x' }), /shows node_modules/],
    ['a file beside the documentation', 200, '{ "devDependencies": {} }', /nobody's/],
  ])('finds %s', (_, status, body, fault) => {
    expect(faultOf(asked, { status, body })).toMatch(fault);
  });
});
