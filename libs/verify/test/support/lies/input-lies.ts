import {
  binToHex,
  decodeAuthenticationInstructions,
  encodeAuthenticationInstructions,
  hexToBin,
  type Input,
  type Output,
  type TransactionBch,
} from '@bitauth/libauth';
import type { SigningRequest } from '../../../src/index.js';
import { transactionOf, withTransaction } from '../coins.js';
import type { Flow } from '../flow.js';
import { changed, flipped, THIEF, type Lie } from './lie.js';

/** A further input, with the output that it spends. */
interface Further {
  readonly lockingBytecode: Uint8Array;
  readonly token?: Output['token'];
  readonly unlockingBytecode?: Uint8Array;
}

const SATOSHIS = 5_000_000n;
const TXID = '0d'.repeat(32);
const CATEGORY = hexToBin('cd'.repeat(32));

/** Returns what a source output's token is as JSON. */
const tokenText = ({ category, amount, nft }: NonNullable<Output['token']>): unknown => ({
  category: binToHex(category),
  amount: amount.toString(),
  ...(nft !== undefined && { nft: { capability: nft.capability, commitment: binToHex(nft.commitment) } }),
});

const withFurther = (
  request: SigningRequest,
  transaction: TransactionBch,
  { lockingBytecode, token, unlockingBytecode = new Uint8Array() }: Further,
  outputs: readonly Output[],
): SigningRequest => {
  const place = { outpointIndex: 3, sequenceNumber: 0xffff_fffe };
  const input = { ...place, outpointTransactionHash: hexToBin(TXID), unlockingBytecode };
  const source = {
    ...place,
    outpointTransactionHash: TXID,
    unlockingBytecode: binToHex(unlockingBytecode),
    valueSatoshis: SATOSHIS.toString(),
    lockingBytecode: binToHex(lockingBytecode),
    ...(token !== undefined && { token: tokenText(token) }),
  };
  return {
    ...withTransaction(request, {
      ...transaction,
      inputs: [...transaction.inputs, input],
      outputs: [...transaction.outputs, ...outputs],
    }),
    sourceOutputs: [...request.sourceOutputs, source],
  };
};

/** Lies by a further coin: of the signer's own, or of somebody who would find their signature wanting. */
const coinLies = ({ request, signer }: Flow, transaction: TransactionBch): readonly Lie[] => {
  const [own] = signer.own;
  if (own === undefined) return [];
  const back = { lockingBytecode: own, valueSatoshis: SATOSHIS };
  const nft = { capability: 'none', commitment: Uint8Array.of(1) } as const;
  const lie = (name: string, further: Further, ...outputs: readonly Output[]): Lie => ({
    kind: 'further coin',
    name,
    request: () => withFurther(request, transaction, further, outputs),
  });
  const coin = { lockingBytecode: own };
  const rich = { ...coin, token: { category: CATEGORY, amount: 10n } };
  const painted = { ...coin, token: { category: CATEGORY, amount: 0n, nft } };
  const toThief = { ...back, lockingBytecode: THIEF };
  return [
    lie('a further coin of yours goes to a thief', coin, toThief),
    lie('a further coin of yours goes to the miners', coin),
    lie('your tokens are burnt', rich, back),
    lie(
      'your tokens go to a thief',
      rich,
      { ...back, token: { ...rich.token, amount: 4n } },
      { ...toThief, valueSatoshis: 0n, token: { ...rich.token, amount: 6n } },
    ),
    lie('your NFT is burnt', painted, back),
    lie('your NFT goes to a thief', painted, { ...toThief, token: painted.token }),
    lie('your NFT comes back with another commitment', painted, {
      ...back,
      token: { ...painted.token, nft: { ...nft, commitment: Uint8Array.of(2) } },
    }),
    lie('a coin of yours is signed already', { ...coin, unlockingBytecode: Uint8Array.of(1, 7) }, back),
    lie('a coin of nobody known is spent', { lockingBytecode: THIEF }, back),
  ];
};

/** Returns a request with one input changed, in the transaction and beside it. */
const withInput = (
  request: SigningRequest,
  transaction: TransactionBch,
  at: number,
  change: Partial<Input>,
): SigningRequest => {
  const text = Object.fromEntries(
    Object.entries(change).map(([key, value]) => [key, value instanceof Uint8Array ? binToHex(value) : value]),
  );
  return {
    ...withTransaction(request, { ...transaction, inputs: changed(transaction.inputs, at, change) }),
    sourceOutputs: changed(request.sourceOutputs as readonly object[], at, text),
  };
};

/** Lies about how a contract is called: each of its arguments left out, or with a bit changed. */
const callLies = (request: SigningRequest, transaction: TransactionBch, at: number): readonly Lie[] => {
  const { unlockingBytecode } = transaction.inputs[at] ?? { unlockingBytecode: new Uint8Array() };
  const calls = decodeAuthenticationInstructions(unlockingBytecode);
  const lie = (name: string, other: Uint8Array): Lie => ({
    kind: 'call of a contract',
    name,
    request: () => withInput(request, transaction, at, { unlockingBytecode: other }),
  });
  return calls.flatMap((call, number) => {
    const without = encodeAuthenticationInstructions(calls.filter((_, index) => index !== number));
    const lies = [lie(`input ${at} calls without argument ${number}`, without)];
    const data = 'data' in call && call.data instanceof Uint8Array ? call.data : new Uint8Array();
    for (const byte of new Set([0, data.length >> 1, data.length - 1]))
      if (byte >= 0 && byte < data.length)
        lies.push(
          lie(
            `byte ${byte} of argument ${number} of input ${at} differs`,
            encodeAuthenticationInstructions(changed(calls, number, { data: flipped(data, byte) })),
          ),
        );
    return lies;
  });
};

/** Lists requests that differ from a flow's in what they spend, and how. */
export const inputLies = (flow: Flow): readonly Lie[] => {
  const { request } = flow;
  const transaction = transactionOf(request);
  const { inputs } = transaction;
  const outpoints = inputs.flatMap(({ outpointIndex, outpointTransactionHash }, at): Lie[] => [
    {
      kind: 'outpoint',
      name: `input ${at} spends another output than its source`,
      request: () =>
        withTransaction(request, { ...transaction, inputs: changed(inputs, at, { outpointIndex: outpointIndex + 1 }) }),
    },
    {
      kind: 'outpoint',
      name: `input ${at} spends an output of another transaction than its source`,
      request: () =>
        withTransaction(request, {
          ...transaction,
          inputs: changed(inputs, at, { outpointTransactionHash: flipped(outpointTransactionHash, 5) }),
        }),
    },
    {
      kind: 'outpoint',
      name: `input ${at} is left out`,
      request: () => ({
        ...withTransaction(request, { ...transaction, inputs: inputs.filter((_, index) => index !== at) }),
        sourceOutputs: request.sourceOutputs.filter((_, index) => index !== at),
      }),
    },
    {
      kind: 'outpoint',
      name: `input ${at} is spent twice`,
      request: () => ({
        ...withTransaction(request, { ...transaction, inputs: [...inputs, ...inputs.slice(at, at + 1)] }),
        sourceOutputs: [...request.sourceOutputs, request.sourceOutputs[at]],
      }),
    },
  ]);
  const calls = inputs.flatMap((_, at) => callLies(request, transaction, at));
  return [...coinLies(flow, transaction), ...outpoints, ...calls];
};
