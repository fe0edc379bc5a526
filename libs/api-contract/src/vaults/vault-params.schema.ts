import Type from 'typebox';

const id = (of: string) =>
  Type.Object({
    id: Type.String({
      format: 'uuid',
      description: `The ${of}'s \`id\`.`,
      examples: ['0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
    }),
  });

/** Path parameters of a single vault. */
export const VaultParams = id('vault');

/** Path parameters of a single proposal. */
export const ProposalParams = id('proposal');
