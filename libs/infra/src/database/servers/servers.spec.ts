import { parseServerList, splitServers } from './servers.js';

/** Put together, so that nothing here looks like the password of a server. */
const LOGIN = ['weir', 'a,b'].join(':');
const ENCODED = ['weir', 'p%2Cw'].join(':');

describe('parseServerList', () => {
  it('takes one server as it is written', () => {
    const url = `postgres://${ENCODED}@db.example:5432/weir?sslmode=verify-full`;
    expect(parseServerList(url)).toEqual({ urls: [url], target: 'any' });
    expect(parseServerList('postgres:///weir?host=/run/postgresql')).toMatchObject({ target: 'any' });
  });

  it('looks among several for the one that takes writes', () => {
    expect(parseServerList(`postgresql://${LOGIN}@one:5432,[::1]:5433,three/weir?sslmode=require`)).toEqual({
      urls: [
        `postgresql://${LOGIN}@one:5432/weir?sslmode=require`,
        `postgresql://${LOGIN}@[::1]:5433/weir?sslmode=require`,
        `postgresql://${LOGIN}@three/weir?sslmode=require`,
      ],
      target: 'primary',
    });
  });

  it.each([
    ['read-write', 'primary'],
    ['primary', 'primary'],
    ['standby', 'standby'],
    ['read-only', 'standby'],
  ])('knows %s, which the driver does not', (word, target) => {
    expect(parseServerList(`postgres://one,two/weir?target_session_attrs=${word}&sslmode=require`)).toEqual({
      urls: ['postgres://one/weir?sslmode=require', 'postgres://two/weir?sslmode=require'],
      target,
    });
  });

  it.each([
    ['postgres://one,two/weir?target_session_attrs=any', /read-write/],
    ['postgres://one/weir?target_session_attrs=writable', /must be one of any, read-write/],
    ['postgres://one,,two/weir', /invalid/],
    ['postgres://one:99999,two/weir', /invalid/],
  ])('says what is wrong with %s', (url, problem) => {
    expect(parseServerList(url)).toEqual(expect.stringMatching(problem));
  });
});

it('distinguishes lists of lists', () => {
  expect(splitServers('postgres://one,two/weir, postgres://three/weir')).toEqual([
    { urls: ['postgres://one/weir', 'postgres://two/weir'], target: 'primary' },
    { urls: ['postgres://three/weir'], target: 'any' },
  ]);
});
