import { allowedMethods } from './errors.plugin.js';

const routes = [
  { method: 'GET', url: '/api/streams' },
  { method: 'GET', url: '/api/streams/:id' },
  { method: 'POST', url: '/api/streams/create' },
  { method: 'POST', url: '/api/streams/:id/claim' },
];

describe('allowedMethods', () => {
  it.each([
    ['/api/streams', ['GET']],
    ['/api/streams/', ['GET']],
    ['/api/streams/create', ['GET', 'POST']],
    ['/api/streams/1/claim', ['POST']],
    ['/api/streams/1/other', []],
    ['/api/streams//claim', []],
    ['/', []],
  ])('finds those of %s', (path, methods) => {
    expect(allowedMethods(routes, path)).toEqual(methods);
  });
});
