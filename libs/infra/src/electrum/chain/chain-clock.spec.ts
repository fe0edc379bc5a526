import { createChainClock } from './chain-reader.js';

const WALL = 1_700_000_000;
const YEAR = 31_536_000;

describe('the clock of a chain', () => {
  it('goes with a devnet whose time was moved on, and runs between its blocks', () => {
    let wall = WALL;
    const clock = createChainClock('devnet', () => wall);
    expect(clock.now()).toBe(WALL);
    clock.note(WALL + YEAR);
    expect(clock.now()).toBe(WALL + YEAR);
    wall += 30;
    expect(clock.now()).toBe(WALL + YEAR + 30);
  });

  it('is never behind the machine, and comes back when the devnet starts over', () => {
    const clock = createChainClock('devnet', () => WALL);
    clock.note(WALL - YEAR);
    expect(clock.now()).toBe(WALL);
    clock.note(WALL + YEAR);
    clock.note(WALL - 10);
    expect(clock.now()).toBe(WALL);
  });

  it.each(['mainnet', 'chipnet', 'testnet4', 'regtest'] as const)('is the machine’s clock on %s', (network) => {
    const clock = createChainClock(network, () => WALL);
    clock.note(WALL + 7_000);
    expect(clock.now()).toBe(WALL);
  });
});
