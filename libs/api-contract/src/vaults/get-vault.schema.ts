import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { Nullable, NullableEnum } from '../shared/nullable.js';
import { route } from '../shared/route.js';
import { Moment } from './moment.schema.js';
import { VaultParams } from './vault-words.schema.js';
import { vaultFields } from './vault.schema.js';

const STEPS = ['deposited', 'spent', 'closed'] as const;

const VaultEvent = Type.Object(
  {
    event: Type.Enum([...STEPS, 'rolled_back', 'restored'], {
      description:
        '`rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.',
    }),
    of: NullableEnum(STEPS, 'Which step was rolled back or restored.'),
    at: Moment('When it was recorded.'),
    txHash: Type.String(),
    amount: Amount('What it moved: the satoshis of the first deposit, else what left the vault.', 'BCH'),
    amountBase: BaseAmount(),
    reason: NullableEnum(
      ['replaced', 'vanished'],
      'Why it was rolled back: another transaction took its place, or no server has it any more.',
    ),
    replacedBy: Nullable(Type.String({ description: 'The transaction that took its place.' })),
  },
  { title: 'VaultEvent', description: "A step of a vault's state on the chain, or the chain taking one back." },
);

export const GetVaultResponse = Type.Object(
  {
    success: Success(),
    ...vaultFields,
    events: Type.Array(VaultEvent, {
      description: 'What happened to its state, the oldest first; kept when the chain takes a step back.',
    }),
  },
  { title: 'GetVaultResponse', description: 'The vault and its events.' },
);
export type GetVaultResponse = Static<typeof GetVaultResponse>;

export const getVault = route({
  operationId: 'getVault',
  tags: ['vaults'],
  summary: 'Get a vault',
  security: callerRequired,
  params: VaultParams,
  response: { 200: GetVaultResponse },
});
