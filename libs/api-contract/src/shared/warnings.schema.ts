import Type, { type Static } from 'typebox';

/** What a warning of a creation is about. */
const WARNING_CODES = [
  'RECIPIENT_IS_SCRIPT',
  'AMOUNT_PER_CLAIM_UNUSED',
  'LANES_FILL_UNEVENLY',
  'PAYMENTS_TOO_SMALL',
  'RECIPIENT_REPEATED',
  'ONE_ORACLE',
] as const;

const Warning = Type.Object({
  code: Type.Enum([...WARNING_CODES], { description: 'What it is about.' }),
  message: Type.String({ description: 'The same in words.' }),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'The numbers in the message, by name.' }),
});

/** What the creator of a record should know before money moves. */
export type Warning = Static<typeof Warning>;

/** Warnings that a creation answers. */
export const Warnings = () =>
  Type.Array(Warning, {
    description:
      'What to know before money moves: that the recipient is a script, or twice in a list, say. Usually empty.',
  });
