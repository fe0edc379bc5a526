import { linkedFormScenarios } from './scenarios/forms.js';
import { typingScenarios } from './scenarios/typing.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

typingScenarios(() => fixture);
linkedFormScenarios(() => fixture);
