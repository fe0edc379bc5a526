import { requestIdOf } from './connections.js';

describe('requestIdOf', () => {
  it("takes a gateway's id", () => {
    expect(requestIdOf({ headers: { 'x-request-id': 'gateway-1.a_b' } })).toBe('gateway-1.a_b');
  });

  it.each([undefined, '', 'a b', 'a\nb', '{"x":1}', 'a'.repeat(129)])('makes a new one instead of %j', (given) => {
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toMatch(/^[0-9a-f-]{36}$/);
  });
});
