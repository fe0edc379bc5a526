import { binToHex, type Output } from '@bitauth/libauth';
import { signedScriptOf } from '@weir/covenants';
import { readSigningRequest, type SigningRequest, type SpentOutput } from './signing-request.js';

/** A request as wallets take it, with nothing in it that was not read. */
export interface RequestToSign {
  /** Hex. */
  readonly transaction: string;
  /** With libauth's tags. */
  readonly sourceOutputs: readonly Readonly<Record<string, unknown>>[];
  /** What the wallet shows. */
  readonly userPrompt: string;
}

const bytesText = (bytes: Uint8Array): string => `<Uint8Array: 0x${binToHex(bytes)}>`;
const integerText = (value: bigint): string => `<bigint: ${value.toString()}n>`;

const tokenText = ({ category, amount, nft }: NonNullable<Output['token']>): unknown => ({
  category: bytesText(category),
  amount: integerText(amount),
  ...(nft !== undefined && { nft: { capability: nft.capability, commitment: bytesText(nft.commitment) } }),
});

const nameIn = (value: unknown, name: string): string => {
  const text: unknown = Reflect.get(Object(value) as object, name);
  return typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : '';
};

/**
 * Describes the contract of an input as wallets want it: its name by the request, the script that they sign by the input itself
 * (hidden code, where that runs). A coin of a key has none.
 */
const contractOf = ({ unlockingBytecode }: SpentOutput, source: unknown): object => {
  const { contract } = Object(source) as {
    readonly contract?: { readonly artifact?: unknown; readonly abiFunction?: unknown };
  };
  const script = signedScriptOf(unlockingBytecode);
  if (script === undefined || contract === undefined) return {};
  return {
    contract: {
      abiFunction: { name: nameIn(contract.abiFunction, 'name'), inputs: [] },
      redeemScript: bytesText(script),
      artifact: {
        contractName: nameIn(contract.artifact, 'contractName'),
        abi: [],
        bytecode: '',
        constructorInputs: [],
      },
    },
  };
};

/**
 * Returns a request that was checked for a wallet, written again from what was read of it: some wallets sign by its transaction,
 * some by its source outputs, and fields that nobody checked reach none of them.
 *
 * @throws Difference REQUEST_MALFORMED
 */
export const requestToSign = (request: SigningRequest, userPrompt: string): RequestToSign => {
  const { spent, transaction } = readSigningRequest(request);
  return {
    transaction: request.transaction,
    sourceOutputs: spent.map((coin, index) => {
      const { valueSatoshis, lockingBytecode, unlockingBytecode, sequenceNumber, token } = coin;
      return {
        outpointIndex: coin.outpoint.vout,
        outpointTransactionHash: bytesText(transaction.inputs[index]?.outpointTransactionHash ?? new Uint8Array()),
        sequenceNumber,
        unlockingBytecode: bytesText(unlockingBytecode),
        lockingBytecode: bytesText(lockingBytecode),
        valueSatoshis: integerText(valueSatoshis),
        ...(token !== undefined && { token: tokenText(token) }),
        ...contractOf(coin, request.sourceOutputs[index]),
      };
    }),
    userPrompt,
  };
};
