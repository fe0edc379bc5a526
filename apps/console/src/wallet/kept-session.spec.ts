import { forgetSession, keepSession, keptSession } from './kept-session.js';

const storageOf = (value: string | null = null) => {
  let kept = value;
  return {
    getItem: () => kept,
    setItem: (_: string, next: string) => void (kept = next),
    removeItem: () => void (kept = null),
  };
};
const SESSION = { topic: 'a', addresses: ['bchtest:q1', 'bchtest:q2'] };

it('is kept until it is left, and not when another one is', () => {
  const storage = storageOf();
  expect(keptSession(storage)).toBeUndefined();
  keepSession(SESSION, storage);
  forgetSession('b', storage);
  expect(keptSession(storage)).toEqual(SESSION);
  forgetSession('a', storage);
  expect(keptSession(storage)).toBeUndefined();
});

it.each([
  '',
  'no JSON',
  'null',
  '[]',
  '{"topic":"a"}',
  '{"topic":"a","addresses":[]}',
  '{"topic":"a","addresses":[1]}',
])('is none where the storage holds %j', (value) => expect(keptSession(storageOf(value))).toBeUndefined());
