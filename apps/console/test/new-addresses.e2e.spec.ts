import { lostKeyScenarios, newAddressScenarios } from './scenarios/new-addresses.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

newAddressScenarios(() => fixture);
lostKeyScenarios(() => fixture);
