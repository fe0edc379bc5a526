import Type from 'typebox';

const ids = Type.Optional(Type.Array(Type.String({ format: 'uuid' })));

/** The request that proposes the funding of a record that a vault funds, ready to be sent. */
export const FundingProposal = () =>
  Type.Optional(
    Type.Object(
      {
        method: Type.Literal('POST'),
        path: Type.String({ examples: ['/api/vaults/0f3f5f5a-5f0e-4a3a-9c46-2a1b8f6f0a11/proposals'] }),
        body: Type.Object({
          kind: Type.Enum(['stream', 'payment', 'plan', 'airdrop']),
          streamIds: ids,
          paymentIds: ids,
          planId: Type.Optional(Type.String({ format: 'uuid' })),
          campaignId: Type.Optional(Type.String({ format: 'uuid' })),
        }),
      },
      {
        description:
          'Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record.',
      },
    ),
  );
