import Type from 'typebox';
import { Flag, Integer, Named, Text } from './fields.schema.js';
import { marked, Nullable } from './marks.js';

/** Example: the funding of a stream of 1 BCH by a wallet with one coin, as `encodeWcTransaction` encodes it. */
const transaction =
  '0200000001a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a10000000000feffffff05af8efa02000000001976a9141f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f88acd83af6050000000056efa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1710f010000000000000000000065cd1d0001aa20a599869597a51df714415ab6aae4abb3a3ecd9724168385fdb8aa7d9656548378700000000000000005b6a4c585745495201011f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e00e1f5050000000000b9556980ec366b0000000000000000240007070707070707070707070707070707400200000000000023aa20cb42e0e833086366e65d91f2865fa1adceb9993dc464697911bdda0d1a5904cd87e8030000000000001976a9142e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e88ac00000000';

const prompt = { broadcast: true, userPrompt: 'Fund the vesting stream' };

/** Example with libauth's tags, which `bch_signTransaction` takes unchanged. */
export const taggedWcTransaction = {
  transaction,
  sourceOutputs: [
    {
      lockingBytecode: '<Uint8Array: 0x76a9141f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f88ac>',
      valueSatoshis: '<bigint: 150000000n>',
      outpointIndex: 0,
      outpointTransactionHash: '<Uint8Array: 0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1>',
      sequenceNumber: 0xffff_fffe,
      unlockingBytecode: '<Uint8Array: 0x>',
    },
  ],
  ...prompt,
};

/** The same example with `?encoding=plain`. */
export const plainWcTransaction = {
  transaction,
  sourceOutputs: [
    {
      lockingBytecode: '76a9141f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f88ac',
      valueSatoshis: '150000000',
      outpointIndex: 0,
      outpointTransactionHash: 'a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
      sequenceNumber: 0xffff_fffe,
      unlockingBytecode: '',
    },
  ],
  ...prompt,
};

const bytes = (description: string) => Text(`${description} Bytes.`);

const SourceToken = Named('SourceToken', 'Tokens the output holds, in the encoding of the transaction.', {
  amount: Text('Fungible tokens, base units.'),
  category: bytes('Category.'),
  nft: Type.Optional(
    Type.Object({
      capability: Type.Enum(['none', 'mutable', 'minting']),
      commitment: bytes('What it says.'),
    }),
  ),
});

const SourceContract = Type.Object(
  {
    abiFunction: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) }, { additionalProperties: true })),
    redeemScript: Type.Optional(
      bytes("What a signature in this input covers: the contract's script, or the hidden code of it that is called."),
    ),
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
    outpointIndex: Integer('Index of that output.'),
    sequenceNumber: Type.Integer(),
    unlockingBytecode: bytes(
      'Empty where the wallet signs; for contract inputs, with placeholders where a signature or key goes.',
    ),
    lockingBytecode: bytes('What the output is locked by.'),
    valueSatoshis: Text('Satoshis the output holds.'),
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
      transaction: Text('The unsigned transaction as hex.'),
      sourceOutputs: Type.Array(SourceOutput, { description: 'What each input spends, in the order of the inputs.' }),
      broadcast: Flag('Whether the wallet is asked to broadcast it.'),
      userPrompt: Text('What the wallet shows the user.'),
    },
    {
      title: 'WcTransaction',
      description: 'An unsigned transaction for `bch_signTransaction`, in the encoding asked for by `?encoding`.',
      examples: [taggedWcTransaction, plainWcTransaction],
    },
  ),
  'wallet transaction',
);

/** Like {@link WcTransaction}; null where there is nothing to sign. */
export const NullableWcTransaction = Nullable(WcTransaction);
