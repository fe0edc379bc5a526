import { chainScenarios } from './scenarios/chain.js';
import { planScenarios } from './scenarios/plans.js';
import { vaultScenarios } from './scenarios/vaults.js';
import { startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  // Callers must authenticate here, as in production.
  world = await startWorld({ AUTH_MODE: 'signed' });
});
afterAll(() => world.stop());

vaultScenarios(() => world);
planScenarios(() => world);
chainScenarios(() => world);
