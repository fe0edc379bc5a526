/** What a JSON text may have at most. No request of these services comes near. */
export const JSON_LIMITS = { depth: 20, keys: 100, values: 250_000 } as const;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = new Set(['{', '['].map((each) => each.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((each) => each.charCodeAt(0)));

/** Returns where a string of a JSON text ends. @param start place of its opening quote */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
};

/**
 * Returns what a JSON text has too much of, as the end of a sentence; undefined where it keeps the limits. It reads the text once
 * without parsing it: an object with tens of thousands of keys costs far more to parse and to check. Malformed text is left to the
 * parser.
 */
export const findJsonExcess = (text: string): string | undefined => {
  /** Keys of the objects and lists that are open. */
  const open: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) {
      const keys = (open.pop() ?? 0) + 1;
      if (keys > JSON_LIMITS.keys) return `an object with more than ${JSON_LIMITS.keys} keys`;
      open.push(keys);
    } else if (code === COMMA) {
      values += 1;
      if (values > JSON_LIMITS.values) return `more than ${JSON_LIMITS.values} values`;
    } else if (OPENING.has(code)) {
      if (open.push(0) > JSON_LIMITS.depth) return `more than ${JSON_LIMITS.depth} levels`;
    } else if (CLOSING.has(code)) open.pop();
  }
  return undefined;
};
