import { chainScenarios } from './scenarios/chain.js';
import { planScenarios } from './scenarios/plans.js';
import { vaultScenarios } from './scenarios/vaults.js';
import { startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

vaultScenarios(() => world);
planScenarios(() => world);
chainScenarios(() => world);
