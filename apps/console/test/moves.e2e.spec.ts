import { lockMoveScenarios } from './scenarios/lock-moves.js';
import { moveScenarios } from './scenarios/moves.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

moveScenarios(() => fixture);
lockMoveScenarios(() => fixture);
