import { createExportPlaces } from './exports.routes.js';

const [ONE, OTHER, THIRD] = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];

describe('places of exports', () => {
  it('are so many for a network and in all; who leaves, once or twice, frees one', () => {
    const places = createExportPlaces({ atOnce: 3, perNetwork: 2 });
    const leave = places.enter(ONE);
    places.enter(ONE);
    expect(() => places.enter(ONE)).toThrow('Limit of 2 exports of your network at once reached');
    places.enter(OTHER);
    expect(() => places.enter(THIRD)).toThrow('Limit of exports at once reached');
    leave();
    leave();
    places.enter(ONE);
    expect(() => places.enter(THIRD)).toThrow('Limit of exports at once reached');
  });

  it('have no bound for a network where it is 0', () => {
    const places = createExportPlaces({ atOnce: 3, perNetwork: 0 });
    for (let count = 0; count < 3; count += 1) places.enter(ONE);
    expect(() => places.enter(ONE)).toThrow('Limit of exports at once reached');
  });
});
