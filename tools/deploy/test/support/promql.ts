import { parser } from '@prometheus-io/lezer-promql';

/** A scripted time series with one sample per minute. */
export interface Series {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly values: readonly number[];
}

type Node = ReturnType<typeof parser.parse>['topNode'];
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
type Value = number | readonly Sample[];

const parse = (text: string): Node => {
  const { topNode } = parser.parse(text);
  topNode.toTree().iterate({
    enter: ({ type }) => {
      if (type.isError) throw new SyntaxError(`Invalid PromQL: ${text}`);
    },
  });
  return topNode;
};

/** Returns the metrics that an expression names. @throws SyntaxError for invalid PromQL */
export const metricsOf = (text: string): string[] => {
  const found: string[] = [];
  const tree = parse(text).toTree();
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Identifier') found.push(text.slice(from, to));
    },
  });
  return found;
};

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  Div: (a, b) => a / b,
  Gtr: (a, b) => a > b,
  Lss: (a, b) => a < b,
  Eql: (a, b) => a === b,
};
const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Max: (values) => Math.max(...values),
  Min: (values) => Math.min(...values),
};

/**
 * Evaluates the subset of PromQL that our rules use, at a minute of scripted series. @throws Error for anything else
 */
export const evaluate = (text: string, series: readonly Series[], minute: number): Value => {
  const textOf = (node: Node): string => text.slice(node.from, node.to);
  const only = (node: Node | null): Node => {
    if (node === null) throw new Error(`Not understood: ${text}`);
    return node;
  };
  const select = (node: Node): readonly Series[] => {
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    const wanted = matchers.map((one) => [
      textOf(only(one.getChild('LabelName'))),
      textOf(only(one.getChild('StringLiteral'))).slice(1, -1),
    ]);
    return series.filter(
      ({ name, labels = {} }) =>
        name === textOf(only(node.getChild('Identifier'))) &&
        wanted.every(([key = '', value]) => labels[key] === value),
    );
  };
  const overTime = (node: Node, isRate: boolean): readonly Sample[] => {
    const matrix = only(only(node.getChild('FunctionCallBody')).getChild('MatrixSelector'));
    const range = Number.parseInt(textOf(only(matrix.getChild('DurationExpr'))), 10);
    return select(only(matrix.getChild('VectorSelector'))).map(({ labels = {}, values }) => {
      const [now = 0, before = 0] = [values[minute], values[Math.max(0, minute - range)]];
      return { labels, value: (now - before) / (isRate ? range * 60 : 1) };
    });
  };
  const aggregate = (node: Node): readonly Sample[] => {
    const kind = only(only(node.getChild('AggregateOp')).firstChild).name;
    const by = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
    const inner = walk(only(only(node.getChild('FunctionCallBody')).firstChild));
    const groups = new Map<string, Sample[]>();
    for (const sample of typeof inner === 'number' ? [] : inner) {
      const labels = Object.fromEntries(by.map(textOf).map((name) => [name, sample.labels[name] ?? '']));
      const key = JSON.stringify(labels);
      groups.set(key, [...(groups.get(key) ?? []), { labels, value: sample.value }]);
    }
    return [...groups.values()].map((samples) => ({
      labels: samples[0]?.labels ?? {},
      value: AGGREGATES[kind]?.(samples.map(({ value }) => value)) ?? Number.NaN,
    }));
  };
  const binary = (node: Node): Value => {
    const [left, right] = [walk(only(node.firstChild)), walk(only(node.lastChild))];
    const operator = OPERATORS[only(only(node.firstChild).nextSibling).name];
    if (operator === undefined || typeof left === 'number') throw new Error(`Not understood: ${text}`);
    return left.flatMap(({ labels, value }) => {
      const other =
        typeof right === 'number'
          ? right
          : right.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;
      if (other === undefined) return [];
      const result = operator(value, other);
      if (typeof result === 'number') return [{ labels, value: result }];
      return result ? [{ labels, value }] : [];
    });
  };
  const walk = (node: Node): Value => {
    if (node.name === 'NumberDurationLiteral') return Number(textOf(node));
    if (node.name === 'VectorSelector')
      return select(node).flatMap(({ labels = {}, values }) => {
        const value = values[minute];
        return value === undefined ? [] : [{ labels, value }];
      });
    if (node.name === 'AggregateExpr') return aggregate(node);
    if (node.name === 'BinaryExpr') return binary(node);
    const called = textOf(node).split('(', 1)[0];
    if (node.name === 'FunctionCall' && (called === 'rate' || called === 'increase'))
      return overTime(node, called === 'rate');
    throw new Error(`Not understood: ${node.name} in ${text}`);
  };
  return walk(only(parse(text).firstChild));
};

/** A value that records which of its fields are read. */
interface Watched {
  readonly watched: unknown;
  /** Returns the fields that were not read yet: `spec.replicsa`. */
  readonly unread: () => string[];
}

/** Wraps a JSON value so that reads of its fields are recorded at any depth. */
export const watchReading = (value: unknown): Watched => {
  const unread = new Set<string>();
  const wrap = (inner: unknown, path: string): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
    const wrapped = new Map(Object.entries(inner).map(([key, field]) => [key, wrap(field, at(key))]));
    if (!Array.isArray(inner)) for (const key of wrapped.keys()) unread.add(at(key));
    return new Proxy(inner, {
      get: (target, key) => {
        if (typeof key === 'string' && wrapped.has(key)) {
          unread.delete(at(key));
          return wrapped.get(key);
        }
        return Reflect.get(target, key) as unknown;
      },
    });
  };
  return { watched: wrap(value, ''), unread: () => [...unread] };
};
