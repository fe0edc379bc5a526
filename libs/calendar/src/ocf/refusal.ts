import { type Literal, type Sentence, sentenceText, type ValuesOf } from './sentence.js';

/** A file, a grant or its terms are refused: by a sentence that names the value. It never leaves this folder. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly sentence: Sentence) {
    super(sentenceText(sentence));
  }
}

/** @throws Refusal always */
export const refuseBy = (sentence: Sentence): never => {
  throw new Refusal(sentence);
};

/** Refuses by a text and what stands for its names: `refuse('File {name} is not JSON.', { name })`. @throws Refusal always */
export const refuse = <Text extends string>(text: Literal<Text>, ...[values]: ValuesOf<Text>): never =>
  refuseBy({ text, values: values ?? {} });

/** Returns what a function returns, or the sentence by which it refuses. */
export const attempt = <Value>(
  make: () => Value,
): { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Sentence } => {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.sentence };
    throw error;
  }
};
