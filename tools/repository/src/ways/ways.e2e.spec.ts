import { walkWays, WAYS } from './ways.js';

const ways = walkWays(Object.keys(WAYS));

describe('the way of an input through the services', () => {
  it.each(Object.entries(WAYS))('%s stays as short as it is', (name, { most }) => {
    const way = ways.get(name);
    const found = {
      functions: way?.functions.length ?? Infinity,
      returns: way?.returns ?? Infinity,
      names: way?.names.length ?? Infinity,
    };
    for (const [what, limit] of Object.entries(most))
      expect([what, found[what as keyof typeof found] <= limit, way]).toEqual([what, true, way]);
  });
});
