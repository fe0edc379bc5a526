import { shortLives } from './scenarios/short-lives.js';
import { streamScenarios } from './scenarios/streams.js';
import { startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

describe('a life in the browser', () => {
  streamScenarios(() => fixture);
  shortLives(() => fixture);
});
