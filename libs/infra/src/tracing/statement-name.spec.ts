import { statementName } from '../traced.js';

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
