import { Difference } from '../difference.js';
import { readDraft, type Signer } from '../reading/read-draft.js';
import { summarize } from '../summary/summarize.js';
import type { Summary } from '../summary/words.js';
import { verify } from '../verify.js';
import { QuestionError, readQuestion } from './read-question.js';

/** What a question is answered with. */
export type Answer =
  /** It does what was asked for, and nothing else; or, with READ, the question does not state what was asked for. */
  | { readonly verdict: 'AS_ASKED' | 'READ'; readonly summary: Summary }
  /** It must not be signed; or, with NO_QUESTION, the question cannot be read. */
  | { readonly verdict: 'DIFFERS' | 'NO_QUESTION'; readonly message: string };

/** What each verdict means for the signer. */
export const VERDICTS: Readonly<Record<Answer['verdict'], string>> = {
  AS_ASKED: 'It does what you asked for, and nothing else.',
  READ: 'Compare every line with your request: the question does not state it.',
  DIFFERS: 'Do not sign.',
  NO_QUESTION: 'Nothing was checked.',
};

/** The title above the lines of the signer's ledger. */
export const LINES_TITLE = 'Your coins in this transaction';
/** Names of the columns of these lines. */
export const LINE_NAMES = ['Asset', 'Before', 'After', 'Difference'] as const;

/** Why a valid transaction may be refused: the question states too little. */
const hintOf = ({ code }: Difference, signer: Signer | undefined): string =>
  code === 'UNEXPECTED_INPUT' && signer?.fundings?.length === 0
    ? `. "addresses" must name all of the signer's own; claims and closes of airdrops, and moves of streams and payments, need "fundings"`
    : '';

/**
 * Answers a question ({@link readQuestion}), offline.
 *
 * @param now Unix seconds, by this device
 */
export const answer = (text: string, now: bigint): Answer => {
  let signer: Signer | undefined;
  try {
    const question = readQuestion(text, now);
    const { request, asked, tokens } = question;
    ({ signer } = question);
    const reading = asked === undefined ? readDraft(request, signer) : verify(request, signer, asked);
    return { verdict: asked === undefined ? 'READ' : 'AS_ASKED', summary: summarize(reading, tokens) };
  } catch (error) {
    if (error instanceof QuestionError) return { verdict: 'NO_QUESTION', message: error.message };
    if (error instanceof Difference)
      return { verdict: 'DIFFERS', message: `${error.message} (${error.code})${hintOf(error, signer)}` };
    // Bytes that make a library fail are nothing to sign either.
    return { verdict: 'DIFFERS', message: `It cannot be read: ${String(error)}` };
  }
};

/** Returns the time of this device, Unix seconds. */
export const deviceTime = (): bigint => BigInt(Math.floor(Date.now() / 1000));
