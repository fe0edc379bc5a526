import { readAnswer } from './solver.js';

describe('readAnswer', () => {
  it.each([
    ['unsat', 'unsat\n'],
    ['sat', 'sat\n'],
    ['unknown', 'unknown\n'],
    ['unknown', 'timeout\n'],
    ['unknown', 'cvc5 interrupted by timeout.\n'],
  ] as const)('reads %s', (answer, output) => {
    expect(readAnswer('z3', output)).toBe(answer);
  });

  it.each([
    '(error "line 3 column 9: unknown constant index")\nunsat\n',
    'unsat\n(error "line 9 column 1: unexpected end")\n',
    '(error "timeout is not an option")\n',
    '',
    'segmentation fault',
  ])('fails on %j', (output) => {
    expect(() => readAnswer('z3', output)).toThrow('z3: ');
  });
});
