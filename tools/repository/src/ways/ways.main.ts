import { walkWays, WAYS } from './ways.js';

/** `npm run ways -- [name …]`: prints how an input goes through the services: the functions, in order, and the names it has. */
const given = process.argv.slice(2);
for (const [name, { functions, returns, names }] of walkWays(given.length === 0 ? Object.keys(WAYS) : given)) {
  console.log(
    `${name}: ${functions.length} functions, ${returns} returns, ${names.length} names (${names.join(', ')})`,
  );
  for (const each of functions) console.log(`  ${each}`);
}
