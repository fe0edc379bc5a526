import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, TokenAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { route } from '../shared/route.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { VaultParams, VaultStatus } from './vault-words.schema.js';

const StateNft = Type.Object(
  {
    txid: Type.String(),
    vout: Type.Integer(),
    tokenCategory: Type.String(),
    commitment: Type.String({ description: 'The state as hex.' }),
    spends: Type.Integer({ description: 'Spends so far.' }),
  },
  {
    title: 'VaultStateNft',
    description: "The vault's state on the chain; null before the first deposit and after a close.",
  },
);

const VaultToken = Type.Object(
  {
    outpoint: Type.String({ description: 'txid:vout, for a proposal that pays this coin.' }),
    category: TokenCategory('64 hex characters.'),
    amount: TokenAmount('Fungible tokens, in base units.'),
    amountBase: BaseAmount(),
    nft: Nullable(Type.Object({ capability: Type.String(), commitment: Type.String() })),
    satoshisBase: BaseAmount(),
  },
  { title: 'VaultToken', description: 'A coin with a token at the address.' },
);

export const VaultStateResponse = Type.Object(
  {
    success: Success(),
    state: VaultStatus,
    vaultId: Type.String({ description: '32 bytes, hex.' }),
    currentBalance: Amount('What lies at the address.', 'BCH'),
    currentBalanceBase: BaseAmount(),
    stateNft: Nullable(StateNft),
    tokens: Nullable(
      Type.Array(VaultToken, { description: 'Coins with tokens; null while no Electrum server answers.' }),
    ),
  },
  { title: 'VaultStateResponse', description: 'Where the vault stands.' },
);
export type VaultStateResponse = Static<typeof VaultStateResponse>;

export const vaultState = route({
  operationId: 'getVaultState',
  tags: ['vaults'],
  summary: 'See where a vault stands',
  description:
    'Follows the chain first, so that what others did is known; while no Electrum server answers, what is recorded.',
  security: callerRequired,
  params: VaultParams,
  response: { 200: VaultStateResponse },
});
