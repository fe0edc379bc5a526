import { agreeOnScripts } from './agree/agree.js';
import { agreeOnSpends } from './agree/spends.js';

const SEED = 20_090_103;

describe('the executor', () => {
  it("accepts exactly the random scripts that libauth's VM accepts", () => {
    const { disagreements, accepted, refused, notModelled, branched } = agreeOnScripts(SEED, 2_000);
    expect(disagreements).toEqual([]);
    expect(notModelled).toBe(0);
    expect(accepted).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(200);
    expect(branched).toBeGreaterThan(100);
  });

  it("takes a path of a covenant exactly where libauth's VM accepts a valid spend or an attack", () => {
    const { disagreements, accepted, refused } = agreeOnSpends(60);
    expect(disagreements).toEqual([]);
    expect(accepted).toBeGreaterThan(400);
    expect(refused).toBeGreaterThan(200);
  });
});
