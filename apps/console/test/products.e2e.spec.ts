import { airdropScenarios } from './scenarios/airdrops.js';
import { datedStreamScenarios } from './scenarios/dated-streams.js';
import { claimFeeScenarios, formScenarios } from './scenarios/forms.js';
import { homeScenarios } from './scenarios/home.js';
import { interruptionScenarios } from './scenarios/interruptions.js';
import { keyboardScenarios } from './scenarios/keyboard.js';
import { lockScenarios } from './scenarios/locks.js';
import { paymentScenarios } from './scenarios/payments.js';
import { reviewScenarios } from './scenarios/reviews.js';
import { slipScenarios } from './scenarios/slips.js';
import { tokenScenarios } from './scenarios/tokens.js';
import { walletAnswerScenarios } from './scenarios/wallet-answers.js';
import { wayScenarios } from './scenarios/ways.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

homeScenarios(() => fixture);
reviewScenarios(() => fixture);
formScenarios(() => fixture);
claimFeeScenarios(() => fixture);
paymentScenarios(() => fixture);
airdropScenarios(() => fixture);
datedStreamScenarios(() => fixture);
lockScenarios(() => fixture);
tokenScenarios(() => fixture);
interruptionScenarios(() => fixture);
keyboardScenarios(() => fixture);
walletAnswerScenarios(() => fixture);
slipScenarios(() => fixture);
wayScenarios(() => fixture);
