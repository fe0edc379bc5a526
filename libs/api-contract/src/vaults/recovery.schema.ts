import Type, { type Static } from 'typebox';
import { ROSTER_PHASES, VAULT_SIGNERS } from '@weir/kinds';
import { Address, amountFields, Answer, Flag, Integer, IntegerOrNull, Named } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import {
  buildRoute,
  callerLenient,
  callerOptional,
  callerRequired,
  CONFIRM_ERRORS,
  ConfirmBody,
  confirmedFields,
  route,
} from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { DEMO_SIGNERS, delayBlocks } from './create-vault.schema.js';
import { ProposalResource, ProposalResponse } from './proposal.schema.js';
import { Roster, VaultParams, VaultResource } from './vault.schema.js';

export const RecoveryResponse = Answer('RecoveryResponse', 'The state of a recovery of the roster.', {
  roster: Roster,
  height: IntegerOrNull("The tip's; null while no Electrum server answers."),
  proposal: Nullable(ProposalResource),
});
export type RecoveryResponse = Static<typeof RecoveryResponse>;

export const getRecovery = route('recoveries', {
  operationId: 'getRecovery',
  summary: 'Read the state of a recovery of a roster',
  description:
    'For those who may see the roster, its guardian among them. `proposal` is the open one by which the guardian ends the recovery, or null. Follows the chain first, as far as an Electrum server answers.',
  security: callerOptional,
  params: VaultParams,
  response: { 200: RecoveryResponse },
  errors: ['WRONG_STATE'],
});

const built = {
  vault: VaultResource,
  ...amountFields('fee', 'Fee, out of the coins of the wallet that signs.', 'BCH'),
  size: Integer('Bytes, at most.'),
  wcTransaction: WcTransaction,
};

export const BuiltRecoveryStep = Answer('BuiltRecoveryStep', 'The step, to be signed by one wallet.', built);
export type BuiltRecoveryStep = Static<typeof BuiltRecoveryStep>;

export const callRecovery = buildRoute('recoveries', {
  operationId: 'callRecovery',
  summary: 'Build the call of a recovery',
  description:
    "Only for the guardian's key, once the roster was silent for `quietBlocks`. It moves no money of the roster; a coin of the guardian's key pays the fee. Every signer is alerted in the block that holds it. Broadcast it, then `confirm`.",
  security: callerRequired,
  params: VaultParams,
  body: NoFields,
  response: { 200: BuiltRecoveryStep },
});

export const vetoRecovery = buildRoute('recoveries', {
  operationId: 'vetoRecovery',
  summary: 'Build the veto against a recovery',
  description:
    'For any one signer: the recovery is over, and the guardian waits `quietBlocks` again. A coin of the signer pays the fee. Broadcast it, then `confirm`.',
  security: callerRequired,
  params: VaultParams,
  body: NoFields,
  response: { 200: BuiltRecoveryStep },
});

export const ConfirmRecoveryResponse = Named(
  'ConfirmRecoveryResponse',
  'The transaction is on the chain and recorded. `vault` is null for a caller who may not see it.',
  {
    ...confirmedFields(Type.Enum([...ROSTER_PHASES], { description: 'The phase of the roster.' })),
    vault: Nullable(VaultResource),
  },
);
export type ConfirmRecoveryResponse = Static<typeof ConfirmRecoveryResponse>;

export const confirmRecovery = route('recoveries', {
  operationId: 'confirmRecovery',
  summary: 'Confirm a call or a veto of a recovery',
  description:
    'The transaction is verified on the chain, and recorded with everything before it. The same hash again answers the same success. Needs no caller: the chain decides.',
  security: callerLenient,
  params: VaultParams,
  body: ConfirmBody,
  response: { 200: ConfirmRecoveryResponse },
  errors: [...CONFIRM_ERRORS],
});

export const FinishRecoveryBody = RequestBody(
  {
    signers: Type.Array(Address('A new signer.'), {
      minItems: VAULT_SIGNERS,
      maxItems: VAULT_SIGNERS,
      description: 'Exactly 3, all different: who signs from then on. Two of them sign the end of the recovery.',
    }),
    signerPubkeys: Type.Array(
      Type.String({ maxLength: 130, description: 'A compressed public key, 66 hex characters.' }),
      { minItems: VAULT_SIGNERS, maxItems: VAULT_SIGNERS, description: 'Their public keys, in the same order.' },
    ),
    guardian: optional(Address('The guardian from then on; by default the present one.')),
    noGuardian: optional(Flag('Whether nobody may recover the roster any more. Default false.')),
    quietBlocks: delayBlocks('The silence before a recovery from then on; by default the present one.'),
    reviewBlocks: delayBlocks('The review of a recovery from then on; by default the present one.'),
  },
  {
    title: 'FinishRecovery',
    examples: [DEMO_SIGNERS],
  },
);
export type FinishRecoveryBody = Static<typeof FinishRecoveryBody>;

export const finishRecovery = route('recoveries', {
  operationId: 'finishRecovery',
  summary: 'Propose the end of a recovery',
  description:
    "Only for the guardian's key, while a recovery runs. Makes a proposal of kind `recovery`, which the guardian and two of the new signers sign by `approve` and `signatures` of the proposal; a coin of the guardian's key pays the fee. No block holds its transaction before `finishableHeight`.",
  security: callerRequired,
  params: VaultParams,
  headers: CreationHeaders,
  body: FinishRecoveryBody,
  response: { 201: ProposalResponse },
  errors: ['WRONG_STATE', 'FEE_RATE_TOO_HIGH', 'INSUFFICIENT_FUNDS', 'CHAIN_UNAVAILABLE'],
});
