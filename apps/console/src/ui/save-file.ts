/**
 * Saves bytes or text as a file of the user.
 *
 * @param type its media type
 * @throws what reading the bytes throws
 */
export const saveFile = async (
  bytes: ReadableStream<Uint8Array> | string,
  name: string,
  type?: string,
): Promise<void> => {
  const init = type === undefined ? {} : { headers: { 'content-type': type } };
  const blob = await new Response(bytes as BodyInit, init).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
