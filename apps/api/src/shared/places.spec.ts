import { createPlaces } from './places.js';

const [ONE, OTHER, THIRD] = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];

const WORDS = { refusal: 'Limit reached', networkRefusal: 'Limit of your network reached' };

describe('places', () => {
  it('are so many for a network and in all; who leaves, once or twice, frees one', () => {
    const places = createPlaces({ overall: 3, perNetwork: 2, ...WORDS });
    const leave = places.enter(ONE);
    places.enter(ONE);
    expect(() => places.enter(ONE)).toThrow(WORDS.networkRefusal);
    places.enter(OTHER);
    expect(() => places.enter(THIRD)).toThrow(WORDS.refusal);
    leave();
    leave();
    places.enter(ONE);
    expect(() => places.enter(THIRD)).toThrow(WORDS.refusal);
  });

  it('have no bound for a network where it is 0', () => {
    const places = createPlaces({ overall: 3, perNetwork: 0, ...WORDS });
    for (let count = 0; count < 3; count += 1) places.enter(ONE);
    expect(() => places.enter(ONE)).toThrow(WORDS.refusal);
  });
});
