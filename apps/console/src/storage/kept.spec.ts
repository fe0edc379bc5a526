import { openCache, replaceBlockedStorages, storageOf } from './browser.js';
import { keptIn } from './kept.js';
import { MemoryStorage } from './memory-storage.js';

const fail = (name: string): never => {
  throw new DOMException('The operation is insecure.', name);
};

/** A storage that takes nothing more: what is in it stays readable. */
class FullStorage extends MemoryStorage {
  isFull = false;
  override setItem(key: string, value: string): void {
    if (this.isFull) fail('QuotaExceededError');
    super.setItem(key, value);
  }
}

const BLOCKED: readonly (readonly [why: string, find: () => Storage | undefined])[] = [
  ['the browser has none', () => undefined],
  ['reading its name throws', () => fail('SecurityError')],
  [
    'each of its functions throws',
    () => ({ getItem: fail, setItem: fail, removeItem: fail, clear: fail, key: fail, length: 0 }) as unknown as Storage,
  ],
];

describe('keptIn', () => {
  it.each(BLOCKED)('keeps texts in memory where %s', (_, find) => {
    const unkept: (readonly string[])[] = [];
    const texts = keptIn(find, (keys) => unkept.push(keys));
    expect(texts.get('a')).toBeNull();
    expect(texts.set('a', '1')).toBe(false);
    expect(texts.set('a', '2')).toBe(false);
    expect(texts.get('a')).toBe('2');
    expect(texts.keys('')).toEqual(['a']);
    texts.remove('a');
    expect(texts.get('a')).toBeNull();
    expect(unkept).toEqual([['a'], []]);
  });

  it('reads what a full storage has, holds what it refuses in memory, and stores that once there is room', () => {
    const storage = new FullStorage();
    let unkept: readonly string[] = [];
    const texts = keptIn(
      () => storage,
      (keys) => (unkept = keys),
    );
    expect(texts.set('x:a', '1')).toBe(true);
    storage.isFull = true;
    expect(texts.set('x:a', '2')).toBe(false);
    expect(texts.set('x:b', '3')).toBe(false);
    expect([texts.get('x:a'), texts.get('x:b')]).toEqual(['2', '3']);
    expect(texts.keys('x:')).toEqual(['x:a', 'x:b']);
    expect(unkept).toEqual(['x:a', 'x:b']);
    storage.isFull = false;
    expect(texts.set('x:a', '4')).toBe(true);
    expect(storage.getItem('x:a')).toBe('4');
    expect(unkept).toEqual(['x:b']);
  });

  it('goes on in memory where the browser denies the storage later', () => {
    let storage: Storage | undefined = new MemoryStorage();
    const texts = keptIn(() => storage);
    expect(texts.set('a', '1')).toBe(true);
    storage = undefined;
    expect(texts.get('a')).toBeNull();
    texts.set('a', '2');
    expect(texts.get('a')).toBe('2');
  });
});

describe('replaceBlockedStorages', () => {
  it.each([
    ['null', { value: null, configurable: true }],
    ['an exception', { get: () => fail('SecurityError'), configurable: true }],
  ])('puts a storage in memory in the place of one that is %s', (_, property) => {
    const scope = Object.defineProperties({}, { localStorage: property, sessionStorage: property }) as {
      localStorage: Storage;
      sessionStorage: Storage;
    };
    expect(replaceBlockedStorages(scope)).toBe(true);
    scope.localStorage.setItem('a', '1');
    expect(scope.localStorage.getItem('a')).toBe('1');
    expect(scope.sessionStorage.getItem('a')).toBeNull();
  });

  it('leaves storages that work', () => {
    const [localStorage, sessionStorage] = [new MemoryStorage(), new MemoryStorage()];
    const scope = { localStorage, sessionStorage };
    expect(replaceBlockedStorages(scope)).toBe(false);
    expect(scope).toEqual({ localStorage, sessionStorage });
  });
});

describe('storageOf and openCache', () => {
  it('give nothing where the browser has nothing', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', { get: () => fail('SecurityError'), configurable: true });
    try {
      expect(storageOf('localStorage')).toBeUndefined();
    } finally {
      Reflect.deleteProperty(globalThis, 'localStorage');
      if (before !== undefined) Object.defineProperty(globalThis, 'localStorage', before);
    }
    expect(await openCache('any')).toBeUndefined();
  });
});
