/** `npm run licences`: lists the production dependencies by licence. */
import { lockedPackages } from './lockfile.js';

const production = lockedPackages().filter(({ isDevelopment }) => !isDevelopment);
const licences = [...new Set(production.map(({ licence }) => licence))].sort();
for (const licence of licences) {
  const names = new Set(
    production.filter((one) => one.licence === licence).map(({ name, version }) => `${name}@${version}`),
  );
  console.log(`${licence} (${names.size})\n  ${[...names].join('\n  ')}`);
}
