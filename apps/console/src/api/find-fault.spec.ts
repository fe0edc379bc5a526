import { findFault } from './find-fault.js';

const answering = (body: object, init?: ResponseInit) => () => Promise.resolve(Response.json(body, init));

describe('findFault', () => {
  it.each([
    ['slow', answering({ chain: { height: 1 } })],
    ['chain', answering({ chain: null })],
    ['unreachable', answering({}, { status: 502 })],
    ['unreachable', answering({ chain: { height: 1 } }, { headers: { 'x-weir-stored-at': '1' } })],
    ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['unreachable', () => Promise.resolve(new Response('<html>'))],
  ] as const)('finds %s', async (fault, fetchOnce) => {
    expect(await findFault('https://api.example', fetchOnce)).toBe(fault);
  });
});
