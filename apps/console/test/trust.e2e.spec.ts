import { trustScenarios } from './scenarios/trust.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  // Callers must authenticate here, as in production.
  fixture = await startFixture({ AUTH_MODE: 'signed' });
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

trustScenarios(() => fixture);
