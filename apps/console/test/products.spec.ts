import { airdropScenarios } from './scenarios/airdrops.js';
import { interruptionScenarios } from './scenarios/interruptions.js';
import { keyboardScenarios } from './scenarios/keyboard.js';
import { paymentScenarios } from './scenarios/payments.js';
import { tokenScenarios } from './scenarios/tokens.js';
import { walletAnswerScenarios } from './scenarios/wallet-answers.js';
import { startWorld, type World } from './support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

paymentScenarios(() => world);
airdropScenarios(() => world);
tokenScenarios(() => world);
interruptionScenarios(() => world);
keyboardScenarios(() => world);
walletAnswerScenarios(() => world);
