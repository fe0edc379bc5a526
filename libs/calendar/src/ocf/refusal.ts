/** A file, a grant or its terms are refused: by a sentence that names the value. It never leaves this folder. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** @throws Refusal always */
export const refuse = (sentence: string): never => {
  throw new Refusal(sentence);
};

/** Returns what a function returns, or the sentence by which it refuses. */
export const attempt = <Value>(
  make: () => Value,
): { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string } => {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    throw error;
  }
};

const SHOWN_LENGTH = 60;

/** Shows a value of a file in a sentence, at most 60 characters of it. */
export const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
};
