import { context, trace } from '@opentelemetry/api';
import { isTracing, statementName, traced } from './traced.js';

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

describe('the name of a statement', () => {
  it.each([
    ['select * from "streams" where "sender" = $1', 'SELECT streams'],
    ['insert into "transitions" ("id") values ($1)', 'INSERT transitions'],
    ["update streams set note = 'secret'", 'UPDATE streams'],
    ['with page as (select 1) select * from "plans"', 'WITH plans'],
    ["select set_config('x', 'secret', true)", 'SELECT'],
    ['  begin', 'BEGIN'],
    ['', ''],
  ])('of %j is %j', (statement, name) => {
    expect(statementName(statement)).toBe(name);
  });
});
