import { createDeliveryPlaces } from './dispatch-events.js';

let now = 0;
let places: ReturnType<typeof createDeliveryPlaces>;
beforeEach(() => {
  places = createDeliveryPlaces(() => now);
});

/** Takes places of a server for as long as there are any. @returns what gives each of them up */
const fill = (target: string): (() => void)[] => {
  const leave: (() => void)[] = [];
  for (let next = places.enter(target); next !== undefined; next = places.enter(target)) leave.push(next);
  return leave;
};
const answer = (target: string, afterMs: number): void => {
  const leave = places.enter(target);
  now += afterMs;
  leave?.();
};

describe('the places of deliveries', () => {
  it('are one for a server that is not known, then four', () => {
    expect(fill('new.example')).toHaveLength(1);
    answer('quick.example', 100);
    expect(fill('quick.example')).toHaveLength(4);
  });

  it('are half of all for slow servers, however many there are', () => {
    const slow = Array.from({ length: 30 }, (_, at) => `slow-${at}.example`);
    for (const target of slow) answer(target, 3_000);
    for (let at = 0; at < 12; at += 1) answer(`quick-${at}.example`, 10);
    expect(slow.flatMap(fill)).toHaveLength(32);
    expect(Array.from({ length: 12 }, (_, at) => fill(`quick-${at}.example`)).flat()).toHaveLength(32);
  });

  it('are taken by slow servers while these do not answer, and free again for one that has become quick', () => {
    const waiting = Array.from({ length: 32 }, (_, at) => fill(`silent-${at}.example`)).flat();
    expect(waiting).toHaveLength(32);
    answer('slow.example', 3_000);
    expect(fill('slow.example')).toHaveLength(0);
    for (const leave of waiting) leave();
    expect(fill('slow.example').map((leave) => leave())).toHaveLength(4);
    expect(fill('slow.example')).toHaveLength(4);
  });
});
