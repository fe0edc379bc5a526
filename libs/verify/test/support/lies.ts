import { hexToBin, type Output, type TransactionBch } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { SigningRequest } from '../../src/index.js';
import { hashOf, transactionOf, withTransaction } from './coins.js';
import type { Flow } from './flow.js';

/** A transaction that differs from what was asked for. */
export interface Lie {
  readonly name: string;
  readonly request: SigningRequest;
}

const THIEF = lockingBytecodeOf(hashOf(0xee));

const keyOf = (bytes: Uint8Array): string => bytes.join();

/** Returns the outputs with one of them changed. */
const changed = (outputs: readonly Output[], at: number, change: Partial<Output>): Output[] =>
  outputs.map((output, index) => (index === at ? { ...output, ...change } : output));

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

/** Lies about one output: whom it pays, how much, and what it carries. */
const liesAt = (outputs: readonly Output[], at: number): (readonly [string, Output[]])[] => {
  const output = outputs[at];
  if (output === undefined) return [];
  const { token, valueSatoshis, lockingBytecode } = output;
  const lies: (readonly [string, Output[]])[] = [
    [`output ${at} goes to a thief`, changed(outputs, at, { lockingBytecode: THIEF })],
    [`output ${at} is left out`, outputs.filter((_, index) => index !== at)],
  ];
  if (valueSatoshis > 2_000n) {
    const stolen = valueSatoshis / 10n;
    lies.push([
      `a tenth of output ${at} goes to a thief`,
      [
        ...changed(outputs, at, { valueSatoshis: valueSatoshis - stolen }),
        { lockingBytecode: THIEF, valueSatoshis: stolen },
      ],
    ]);
  }
  // A byte of an address, of a script's hash, of an announcement.
  for (const byte of new Set([4, 12, lockingBytecode.length - 4]))
    if (byte > 2 && byte < lockingBytecode.length)
      lies.push([
        `byte ${byte} of output ${at}'s script differs`,
        changed(outputs, at, { lockingBytecode: flipped(lockingBytecode, byte) }),
      ]);
  if (token === undefined) return lies;
  const { nft } = token;
  lies.push([
    `the token of output ${at} is left out`,
    outputs.map((each, index) => (index === at ? { lockingBytecode, valueSatoshis } : each)),
  ]);
  lies.push([
    `output ${at} carries another token`,
    changed(outputs, at, { token: { ...token, category: flipped(token.category, 3) } }),
  ]);
  if (token.amount > 1n)
    lies.push([
      `half the tokens of output ${at} go to a thief`,
      [
        ...changed(outputs, at, { token: { ...token, amount: token.amount - token.amount / 2n } }),
        {
          lockingBytecode: THIEF,
          valueSatoshis: 1_000n,
          token: { category: token.category, amount: token.amount / 2n },
        },
      ],
    ]);
  if (nft !== undefined) {
    lies.push([
      `the NFT of output ${at} can be minted`,
      changed(outputs, at, { token: { ...token, nft: { ...nft, capability: 'minting' } } }),
    ]);
    for (const byte of nft.commitment.keys())
      lies.push([
        `byte ${byte} of the state in output ${at} differs`,
        changed(outputs, at, { token: { ...token, nft: { ...nft, commitment: flipped(nft.commitment, byte) } } }),
      ]);
  }
  return lies;
};

/** Lies by a further coin of the signer's own. */
const coinLies = ({ request, signer }: Flow, transaction: TransactionBch): Lie[] => {
  const [own] = signer.own;
  if (own === undefined) return [];
  const outpointTransactionHash = hexToBin('0d'.repeat(32));
  const input = {
    ...{ outpointIndex: 3, outpointTransactionHash, sequenceNumber: 0xffff_fffe },
    unlockingBytecode: new Uint8Array(),
  };
  const source = {
    ...{ outpointIndex: 3, outpointTransactionHash: '0d'.repeat(32), sequenceNumber: 0xffff_fffe },
    ...{ unlockingBytecode: '', valueSatoshis: '5000000' },
    lockingBytecode: [...own].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
  const withCoin = (outputs: readonly Output[]): SigningRequest => ({
    ...withTransaction(request, { ...transaction, inputs: [...transaction.inputs, input], outputs: [...outputs] }),
    sourceOutputs: [...request.sourceOutputs, source],
  });
  return [
    {
      name: 'a further coin of yours goes to a thief',
      request: withCoin([...transaction.outputs, { lockingBytecode: THIEF, valueSatoshis: 5_000_000n }]),
    },
    { name: 'a further coin of yours goes to the miners', request: withCoin(transaction.outputs) },
  ];
};

/** Lists transactions that differ from a flow's in one thing. */
export const liesOf = (flow: Flow): readonly Lie[] => {
  const transaction = transactionOf(flow.request);
  const { outputs } = transaction;
  const own = new Set(flow.signer.own.map(keyOf));
  const lies = outputs.flatMap((_, at) => liesAt(outputs, at));
  const change = outputs.findIndex(
    ({ lockingBytecode, token, valueSatoshis }) =>
      token === undefined && valueSatoshis > 100_000n && own.has(keyOf(lockingBytecode)),
  );
  const left = outputs[change];
  if (left !== undefined) {
    lies.push(['the change becomes fee', outputs.filter((_, index) => index !== change)]);
    lies.push(['the fee is 50,000 higher', changed(outputs, change, { valueSatoshis: left.valueSatoshis - 50_000n })]);
    for (const [at, { valueSatoshis, lockingBytecode }] of outputs.entries())
      if (at !== change && !own.has(keyOf(lockingBytecode)))
        lies.push([
          `output ${at} gets 40,000 of the change`,
          changed(changed(outputs, change, { valueSatoshis: left.valueSatoshis - 40_000n }), at, {
            valueSatoshis: valueSatoshis + 40_000n,
          }),
        ]);
  }
  return [
    ...lies.map(([name, changedOutputs]) => ({
      name,
      request: withTransaction(flow.request, { ...transaction, outputs: changedOutputs }),
    })),
    ...coinLies(flow, transaction),
  ];
};
