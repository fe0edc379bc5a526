import { finishScenarios } from './scenarios/moves.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ WATCHER: 'off' });
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

finishScenarios(() => fixture);
