const interned = new Map<string, object>();
const numbers = new WeakMap<object, number>();

const keyOf = (value: unknown): string => {
  if (value instanceof Uint8Array) return `x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'object' && value !== null) return `#${numbers.get(intern(value)) ?? 0}`;
  return typeof value === 'bigint' ? `${value.toString()}n` : `"${String(value)}"`;
};

/** Returns the one object that stands for all objects of the same content, whose fields are in the same order. */
export const intern = <T extends object>(value: T): T => {
  if (numbers.has(value)) return value;
  const content = Array.isArray(value)
    ? `[${value.map(keyOf).join(',')}]`
    : Object.entries(value)
        .map(([name, each]) => `${name}:${keyOf(each)}`)
        .join(',');
  const known = interned.get(content);
  if (known !== undefined) return known as T;
  interned.set(content, value);
  numbers.set(value, interned.size);
  return value;
};
