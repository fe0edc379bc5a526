import Type from 'typebox';
import { isOpeningKind, PROPOSALS, wordsOf } from '@weir/kinds';
import { Uuid } from '../shared/fields.schema.js';

const ids = Type.Optional(Type.Array(Uuid()));

/** The request that proposes the funding of a record that a vault funds, ready to be sent. */
export const FundingProposal = () =>
  Type.Optional(
    Type.Object(
      {
        method: Type.Literal('POST'),
        path: Type.String({ examples: ['/api/vaults/0f3f5f5a-5f0e-4a3a-9c46-2a1b8f6f0a11/proposals'] }),
        body: Type.Object({
          kind: Type.Enum(wordsOf(PROPOSALS).filter(isOpeningKind)),
          streamIds: ids,
          paymentIds: ids,
          currencyPaymentIds: ids,
          planId: Type.Optional(Uuid()),
          campaignId: Type.Optional(Uuid()),
        }),
      },
      {
        description:
          'Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record.',
      },
    ),
  );
