import { loggedPath } from './logged-path.js';

const ROUTES = [
  { method: 'GET', url: '/api/streams/:id' },
  { method: 'GET', url: '/api/calendar/:secret.ics', hasSecretPath: true },
  { method: 'GET', url: '/api/mail/links/:token', hasSecretPath: true },
  { method: 'GET', url: '/api/airdrops/claim/:token', hasSecretPath: true },
  { method: 'GET', url: '/docs/static/*' },
];
const SECRET = 'SeCrEt0123456789SeCrEt0123456789SeCrEt01234';

const unmatched = (url: string) => loggedPath(ROUTES, { url, routeUrl: undefined, config: undefined });

describe('loggedPath', () => {
  it('is the path of a route, and the pattern where the path holds a secret', () => {
    const url = '/api/streams/1?x=2';
    expect(loggedPath(ROUTES, { url, routeUrl: '/api/streams/:id', config: {} })).toBe(url);
    const config = { hasSecretPath: true };
    expect(loggedPath(ROUTES, { url: `/api/mail/links/${SECRET}`, routeUrl: '/api/mail/links/:token', config })).toBe(
      '/api/mail/links/:token',
    );
  });

  it.each([
    [`/api/calendar/${SECRET}.ics`, '/api/calendar/:secret.ics'],
    [`//api//calendar/${SECRET}.ics`, '/api/calendar/:secret.ics'],
    [`/API/Calendar/${SECRET}.ICS/`, '/api/calendar/:secret.ics'],
    [`/%61pi/calendar/${SECRET}.ics?a=${SECRET}`, '/api/calendar/:secret.ics'],
    [`http://weir.example/api/mail/links/${SECRET}`, '/api/mail/links/:token'],
    [`/api%2fmail%2Flinks%2F${SECRET}`, '/api/mail/links/:token'],
    [`\\api\\mail\\links\\${SECRET}`, '/api/mail/links/:token'],
    [`/api/airdrops/claim/${SECRET}#x`, '/api/airdrops/claim/:token'],
    [`/api/mail/links/${SECRET}/x`, '/api/mail/links/…'],
    [`/api/mail/links/%zz${SECRET}`, '/api/mail/links/:token'],
    [`/api/calendar;${SECRET}`, '/api/…'],
    [`/claim/${SECRET}`, '/claim/…'],
    [`/${SECRET}`, '/…'],
    [SECRET, '/…'],
    ['/api/streams', '/api/streams'],
    ['/api/nothing', '/api/…'],
    ['*', '/…'],
  ])('logs %s that no route has as %s', (url, logged) => {
    expect(unmatched(url)).toBe(logged);
    expect(unmatched(url).toLowerCase()).not.toContain(SECRET.toLowerCase());
    // A wildcard is not a route: it serves files and preflights of any path.
    expect(loggedPath(ROUTES, { url, routeUrl: '*', config: {} })).toBe(logged);
  });
});
