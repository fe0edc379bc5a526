import { Compile } from 'typebox/compile';
import * as contract from './index.js';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every schema in the contract that shows examples, once however often it is used. */
const withExamples = (
  value: unknown,
  path: string,
  seen = new Set<Node>(),
): { path: string; schema: Node; examples: readonly unknown[] }[] => {
  if (!isNode(value) || seen.has(value)) return [];
  seen.add(value);
  const { examples } = value;
  const own = Array.isArray(examples) ? [{ path, schema: value, examples }] : [];
  const inner = Object.entries(value).filter(([name]) => !['examples', 'example', 'enum'].includes(name));
  return [...own, ...inner.flatMap(([name, child]) => withExamples(child, `${path}.${name}`, seen))];
};

describe('examples', () => {
  it('match their schemas', () => {
    const found = withExamples(contract, 'contract');
    expect(found.length).toBeGreaterThan(30);
    const unfit = found.filter(({ schema, examples }) => {
      const check = Compile(schema);
      return !examples.every((example) => check.Check(example));
    });
    expect(unfit.map(({ path }) => path)).toEqual([]);
  });
});
