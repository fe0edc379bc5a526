/** A word that is not used, and what is written instead. */
interface OldWord {
  readonly pattern: RegExp;
  /** Text that has it. */
  readonly example: string;
  readonly instead: string;
}

/**
 * Words that a reader has to decode: names of earlier code, and words of no present prose. A word joins the list when
 * its last use is gone.
 */
export const OLD_WORDS: readonly OldWord[] = [
  { pattern: /\bDoubts\b/u, example: 'new Doubts(patience)', instead: 'MissingTransactions' },
  { pattern: /\bKeeping\b/u, example: 'type Keeping', instead: 'RetentionPolicy' },
  { pattern: /KeptAnswer/u, example: 'KeptAnswer<Result>', instead: 'IdempotentResponse' },
  { pattern: /TokenAsker/u, example: 'createTokenAsker', instead: 'TokenRequests' },
  {
    pattern: /\b(?:un|re)?(?:told|tells?|telling)\b/iu,
    example: 'nobody told it',
    instead: 'requested, reported, says, shows or distinguishes',
  },
  { pattern: /\banew\b/iu, example: 'built anew', instead: 'again' },
  { pattern: /\bheal(?:s|ed|ing)?\b/iu, example: 'heals it', instead: 'repair' },
  { pattern: /\bmoney-?lines/iu, example: './money-lines.js', instead: 'ledger' },
  { pattern: /gone-?clients/iu, example: './gone-clients.js', instead: 'disconnected clients' },
  { pattern: /(?:Stream|Payment)Seen/u, example: 'StreamSeen', instead: 'StreamDetail, PaymentDetail' },
  { pattern: /LookOptions/u, example: 'PlanLookOptions', instead: 'ReadOptions' },
  { pattern: /\bamiss\b/iu, example: 'nothing amiss', instead: 'what is expected: no error' },
  { pattern: /slips? of the pen/iu, example: 'a slip of the pen', instead: 'typo' },
  { pattern: /\b(?:there|where|here)(?:by|of|upon|unto)\b/iu, example: 'whereby', instead: 'so, by which' },
  { pattern: /\b(?:hence|thence)forth\b|\bforthwith\b/iu, example: 'henceforth', instead: 'from now on' },
  {
    pattern: /\b(?:hither|thither|whither|hence|whence)(?:to)?\b/iu,
    example: 'hitherto',
    instead: 'so far, from where',
  },
  {
    pattern: /\b(?:whilst|amongst|upon|naught|tidings|befall|befalls|thus|lest)\b/iu,
    example: 'whilst',
    instead: 'while',
  },
  { pattern: /\b(?:utili[sz]e|leverage)[sd]?\b/iu, example: 'utilize', instead: 'use' },
];

/** Returns the old words of a text, with their lines, from 1. */
export const findOldWords = (text: string): readonly { readonly line: number; readonly instead: string }[] =>
  text
    .split('\n')
    .flatMap((content, index) =>
      OLD_WORDS.filter(({ pattern }) => pattern.test(content)).map(({ instead }) => ({ line: index + 1, instead })),
    );
