import Type, { type Static } from 'typebox';
import { marked } from './marks.js';
import { Nullable } from './nullable.js';
import { plainWcTransaction, taggedWcTransaction } from './wc-transaction.examples.js';

const bytes = (description: string) => Type.String({ description: `${description} Bytes.` });

const SourceToken = Type.Object(
  {
    amount: Type.String({ description: 'Fungible tokens, base units.' }),
    category: bytes('Category.'),
    nft: Type.Optional(
      Type.Object({
        capability: Type.Enum(['none', 'mutable', 'minting']),
        commitment: bytes('What it says.'),
      }),
    ),
  },
  { title: 'SourceToken', description: 'Tokens the output holds, in the encoding of the transaction.' },
);

const SourceContract = Type.Object(
  {
    abiFunction: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) }, { additionalProperties: true })),
    redeemScript: Type.Optional(bytes("The contract's script.")),
    artifact: Type.Optional(
      Type.Object({ contractName: Type.Optional(Type.String()) }, { additionalProperties: true }),
    ),
  },
  {
    title: 'SourceContract',
    additionalProperties: true,
    description: "Of a contract's input: what a wallet shows of it, as the CashScript SDK writes it.",
  },
);

const sourceOutput = Type.Object(
  {
    outpointTransactionHash: bytes('Hash of the transaction whose output is spent.'),
    outpointIndex: Type.Integer({ description: 'Index of that output.' }),
    sequenceNumber: Type.Integer(),
    unlockingBytecode: bytes(
      'Empty where the wallet signs; for contract inputs, with placeholders where a signature or key goes.',
    ),
    lockingBytecode: bytes('What the output is locked by.'),
    valueSatoshis: Type.String({ description: 'Satoshis the output holds.' }),
    token: Type.Optional(SourceToken),
    contract: Type.Optional(SourceContract),
  },
  {
    additionalProperties: true,
    description: 'An output that is spent.',
  },
);

/** Open, since wallets read more fields than are named here. */
const SourceOutput = Type.Unsafe<Readonly<Record<string, unknown>>>(sourceOutput);

/** What a WalletConnect wallet signs by `bch_signTransaction`. */
export const WcTransaction = marked(
  Type.Object(
    {
      transaction: Type.String({ description: 'The unsigned transaction as hex.' }),
      sourceOutputs: Type.Array(SourceOutput, { description: 'What each input spends, in the order of the inputs.' }),
      broadcast: Type.Boolean({ description: 'Whether the wallet is asked to broadcast it.' }),
      userPrompt: Type.String({ description: 'What the wallet shows the user.' }),
    },
    {
      title: 'WcTransaction',
      description: 'An unsigned transaction for `bch_signTransaction`, in the encoding asked for by `?encoding`.',
      examples: [taggedWcTransaction, plainWcTransaction],
    },
  ),
  'wallet transaction',
);
export type WcTransaction = Static<typeof WcTransaction>;

/** Like {@link WcTransaction}; null where there is nothing to sign. */
export const NullableWcTransaction = Nullable(WcTransaction);
