/**
 * Makes an answer comparable with a recorded one of another run: known values get their names, hashes, signatures,
 * addresses of the network and times give way to their kind. Amounts, heights, positions, order and keys stay.
 */
export const normalise = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => normalise(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]: [string, unknown]) => [
        /^[\d.]+$/.test(name) ? '<host>' : name,
        isVariable(name) ? `<${typeof each}>` : normalise(each, names),
      ]),
    );
  }
  return typeof value === 'string' ? text(value, names) : value;
};

const isVariable = (name: string): boolean => ['time', 'blocktime', 'tcp_port'].includes(name);

const text = (value: string, names: ReadonlyMap<string, string>): string => {
  let named = value;
  for (const [name, own] of [...names].sort(([, a], [, b]) => b.length - a.length)) named = named.replaceAll(own, name);
  if (/^(?:[0-9a-f]|\$lockingBytecode){65,}$/.test(named)) return `<hex ${value.length}>`;
  return named
    .replace(/\b[0-9a-f]{40,}\b/g, (hex) => `<hex ${hex.length}>`)
    .replace(/\b(?:bchreg|bchtest):[a-z0-9$]{42}\b/g, '<address>');
};

/** Puts a scene's own values where a recorded request has names. */
export const withValues = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => withValues(each, names));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withValues(each, names)]));
  }
  if (typeof value !== 'string') return value;
  let valued = value;
  for (const [name, own] of [...names].sort(([a], [b]) => b.length - a.length)) valued = valued.replaceAll(name, own);
  return valued;
};
