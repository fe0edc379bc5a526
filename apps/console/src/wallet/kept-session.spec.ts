import { keptIn, type KeptTexts } from '../storage/kept.js';
import { MemoryStorage } from '../storage/memory-storage.js';
import type { KeptSession } from './kept-session.js';
import { forgetSession, keepSession, keptSession } from './kept-session.js';

const storageOf = (value?: string): KeptTexts => {
  const storage = new MemoryStorage();
  if (value !== undefined) storage.setItem('weir:session', value);
  return keptIn(() => storage);
};
const SESSION: KeptSession = { connector: 'walletconnect', kept: { topic: 'a', addresses: ['bchtest:q1'] } };

it('is kept until it is left, and not when another one is', () => {
  const storage = storageOf();
  expect(keptSession(storage)).toBeUndefined();
  keepSession(SESSION, storage);
  forgetSession('paytaca', storage);
  expect(keptSession(storage)).toEqual(SESSION);
  forgetSession('walletconnect', storage);
  expect(keptSession(storage)).toBeUndefined();
});

it.each(['', 'no JSON', 'null', '[]', '{"connector":"a"}', '{"connector":1,"kept":{}}'])(
  'is none where the storage holds %j',
  (value) => expect(keptSession(storageOf(value))).toBeUndefined(),
);
