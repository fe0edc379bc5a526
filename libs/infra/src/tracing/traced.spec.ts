import { context, trace } from '@opentelemetry/api';
import { isTracing, traced } from '../traced.js';

describe('work where nothing is traced', () => {
  it('is done, and nothing else: no plan is made, no span, no context', async () => {
    const plan = () => {
      throw new Error('Somebody asked what to say of it');
    };
    expect(isTracing()).toBe(false);
    const outer = context.active();
    const seen = await traced(plan, () => Promise.resolve([context.active() === outer, trace.getActiveSpan()]));
    expect(seen).toEqual([true, undefined]);
    const failure = new Error('of the work');
    await expect(traced(plan, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
