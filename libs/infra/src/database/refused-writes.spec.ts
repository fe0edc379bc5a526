import { RefusedWrites } from './pool-observers.js';

describe('RefusedWrites', () => {
  it('tells for a minute why a write was refused', () => {
    let now = 5;
    const refused = new RefusedWrites(() => now);
    expect(refused.reason).toBeUndefined();
    refused.note(Object.assign(new Error('could not extend file'), { code: '53100' }));
    expect(refused.reason).toMatch(/disk is full/);
    now += 59_999;
    refused.note(Object.assign(new Error('cannot execute INSERT'), { code: '25006' }));
    expect(refused.reason).toMatch(/read-only/);
    now += 60_000;
    expect(refused.reason).toBeUndefined();
  });

  it('ignores other failures', () => {
    const refused = new RefusedWrites();
    for (const error of [
      undefined,
      new Error('x'),
      Object.assign(new Error('duplicate key'), { code: '23505' }),
      Object.assign(new Error('shutdown'), { code: '57P01' }),
    ])
      refused.note(error);
    expect(refused.reason).toBeUndefined();
  });
});
