/**
 * Signs that turn the direction of the text after them, or end an isolation: in a title by somebody else they would reverse the text
 * around it. Marks of a direction (U+200E, U+200F, U+061C), which Arabic and Hebrew texts have, stay.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** The same as JSON may write them. */
const ESCAPED = /(?<!\\)((?:\\\\)*)\\u(?:202[a-e]|206[6-9])/gi;

/** Returns a text without signs that turn the direction of what follows. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

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
