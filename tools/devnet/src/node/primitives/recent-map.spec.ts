import { RecentMap } from './recent-map.js';

const names = Array.from({ length: 100 }, (_, index) => `entry ${index}`);

describe('RecentMap', () => {
  it('keeps the entries set last, up to its weight', () => {
    const map = new RecentMap<string, string>(30, (value) => value.length);
    for (const name of names) map.set(name, 'abc');
    expect(names.filter((name) => map.get(name) !== undefined)).toEqual(names.slice(-10));
    map.set('entry 99', '');
    map.set('another', 'abcdef');
    expect(map.get('entry 90')).toBeUndefined();
    expect(map.get('entry 91')).toBe('abc');
  });

  it('keeps what is asked for', () => {
    const map = new RecentMap<string, number>(10);
    map.set('first', 0);
    for (const [index, name] of names.entries()) {
      map.set(name, index);
      expect(map.get('first')).toBe(0);
    }
  });
});
