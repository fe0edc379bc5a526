import { nameScenarios } from './scenarios/names.js';
import { pressScenarios } from './scenarios/presses.js';
import { shiftScenarios } from './scenarios/shifts.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

nameScenarios(() => fixture);
pressScenarios(() => fixture);
shiftScenarios(() => fixture);
