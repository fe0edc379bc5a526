/**
 * Signs that turn the direction of the text after them, or end an isolation: in a title by somebody else they would reverse the text
 * around it. Marks of a direction (U+200E, U+200F, U+061C), which Arabic and Hebrew texts have, stay.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** The same as JSON may write them. */
const ESCAPED = /(?<!\\)((?:\\\\)*)\\u(?:202[a-e]|206[6-9])/gi;

/** Returns a text without signs that turn the direction of what follows. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/** Returns where the isolations of a text begin and end, each of which ends in it. */
const closedIn = (text: string): ReadonlySet<number> => {
  const closed = new Set<number>();
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(TURNING)) {
    if (/[\u2066-\u2068]/.test(sign)) open.push(index);
    const begun = sign === '\u2069' ? open.pop() : undefined;
    if (begun !== undefined) closed.add(begun).add(index);
  }
  return closed;
};

/** Returns a text without signs that turn what follows it. Isolations that end in it stay: texts of the page in it have them. */
export const withinItself = (text: string): string => {
  const closed = closedIn(text);
  return text.replace(TURNING, (sign, index: number) => (closed.has(index) ? sign : ''));
};

/** Returns JSON whose texts have none of these signs. */
export const jsonWithoutTurning = (json: string): string => withoutTurning(json).replace(ESCAPED, '$1');

/** Requests something; the texts of JSON answers, which anybody may have written, have no signs that turn their direction. */
export const fetchUnturned = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  // Some statuses permit no body, not even an empty one.
  return new Response(text === '' ? null : jsonWithoutTurning(text), { status, statusText, headers });
};
