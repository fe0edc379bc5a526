import Type from 'typebox';

/**
 * Streams of a selection that are not moved, and why. Part of an answer, and of the refusal where it is all of them.
 */
export const LeftOutStreams = (description: string) =>
  Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      code: Type.Enum([
        'NOT_FOUND',
        'NOT_FUNDED',
        'STATE_MOVED',
        'NOT_CANCELABLE',
        'NOT_PAUSABLE',
        'NOTICE_NOT_OVER',
        'WRONG_STATE',
      ]),
      reason: Type.String(),
    }),
    { description },
  );
