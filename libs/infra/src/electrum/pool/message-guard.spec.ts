import { findProblem } from './guarded-socket.js';

const problemOf = (message: unknown): string | undefined =>
  findProblem(typeof message === 'string' ? message : JSON.stringify(message), '1.5');
const negotiated = (result: unknown) => ({ id: 'versionNegotiation', result });

it.each([
  [{ id: 1, result: null }],
  [{ id: 1, jsonrpc: '2.0', result: 'ff' }],
  [{ id: 1, error: { code: 1, message: 'no' } }],
  [{ id: 'keepAlive', result: null }],
  [negotiated(['Fulcrum 2.1.1', '1.5'])],
  [negotiated(['Fulcrum 2.1.1', '1.5.0'])],
  [{ method: 'blockchain.headers.subscribe', params: [{ height: 1, hex: '00' }] }],
  [{ method: 'blockchain.scripthash.subscribe', params: ['ab', null] }],
])('passes valid messages: %j', (message) => {
  expect(problemOf(message)).toBeUndefined();
});

it.each([
  ['what is no message', ['nonsense', '', '7', '"text"', 'null', '[]', '[{"id":1,"result":2}]', '{"id":1']],
  ['neither answer nor notice', [{}, { method: 5 }, { method: 'x' }, { method: 'x', params: {} }]],
  [
    'a tip that is none',
    [
      { method: 'blockchain.headers.subscribe', params: [] },
      { method: 'blockchain.headers.subscribe', params: [null] },
    ],
  ],
  [
    'answers nothing that was asked',
    [
      { id: null, error: { code: -32700, message: 'parse error' } },
      { id: null, result: 1 },
    ],
  ],
  ['an answer without result', [{ id: 1 }, { id: 1, error: null }]],
  ['refuses protocol 1.5: old', [{ id: 'versionNegotiation', error: { code: 1, message: 'old' } }]],
  ['speaks protocol 1.4, not 1.5', [negotiated(['ElectrumX', '1.4'])]],
  ['speaks protocol undefined', [negotiated(null), negotiated([])]],
])('stops %s', (problem, messages: unknown[]) => {
  for (const message of messages) expect(problemOf(message)).toContain(problem);
});
