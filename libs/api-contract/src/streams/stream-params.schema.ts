import Type from 'typebox';

/** Path parameters of a single stream. */
export const StreamParams = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: "The stream's `id`.",
    examples: ['0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
  }),
});
