/**
 * Reads a JSON document as it arrives: yields the text of each object in its list, and keeps nothing of it.
 *
 * @throws Error where the document ends before it is complete
 */
export async function* readRows(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  // Position of the next character, and start of the object that is being read; -1 between two.
  let at = 0;
  let from = -1;
  let depth = 0;
  let isInText = false;
  let isWhole = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true });
      for (; at < text.length; at += 1) {
        const sign = text[at];
        if (isInText) {
          // The escaped character may come with the next piece: it is skipped all the same.
          if (sign === '\\') at += 1;
          else isInText = sign !== '"';
        } else if (sign === '"') isInText = true;
        else if (sign === '{') {
          depth += 1;
          if (depth === 2) from = at;
        } else if (sign === '}') {
          depth -= 1;
          isWhole = depth === 0;
          if (depth === 1) {
            yield text.slice(from, at + 1);
            from = -1;
          }
        }
      }
      const kept = from < 0 ? text.length : from;
      text = text.slice(kept);
      at -= kept;
      from = from < 0 ? -1 : 0;
    }
    if (!isWhole) throw new Error('The document is incomplete');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
