import { designScenarios } from './scenarios/design.js';
import { nameScenarios } from './scenarios/names.js';
import { pressScenarios } from './scenarios/presses.js';
import { salaryScenarios } from './scenarios/salaries.js';
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
salaryScenarios(() => fixture);
shiftScenarios(() => fixture);
designScenarios(() => fixture);
