import { binsAreEqual } from '@bitauth/libauth';
import { encodeWcTransaction, type Network, type WcEncoding } from '@weir/covenants';
import { isKeyless, payeeOf, type BuiltTransaction } from '../build/built.js';
import { formatBch, line } from './format.js';

type BuiltOutput = BuiltTransaction['outputs'][number];

const OP_RETURN = 0x6a;

/** Formats the tokens of an output: units, an NFT or both, and their category. */
const tokenText = ({ token }: BuiltOutput): string => {
  if (token === undefined) return '';
  const parts = [
    ...(token.amount > 0n ? [`${token.amount.toString()} units`] : []),
    ...(token.nft === undefined ? [] : ['an NFT']),
  ];
  return ` and ${parts.join(' and ')} of token ${token.category}`;
};

const outputLine = (output: BuiltOutput, scripts: readonly Uint8Array[], network: Network): string => {
  if (output.to[0] === OP_RETURN) return line('says', 'a note on the chain');
  const what = `${formatBch(output.amount)}${tokenText(output)}`;
  if (scripts.some((script) => binsAreEqual(script, output.to))) return line('stays', `${what} in the contract`);
  return line('pays', `${what} to ${payeeOf(output.to, output.token !== undefined, network)}`);
};

/**
 * Shows a transaction for people to read before they sign or send it.
 *
 * @param scripts locking bytecodes (hex) that hold the contract
 */
export const showTransaction = (
  built: Pick<BuiltTransaction, 'outputs' | 'fee' | 'size'> & { readonly txid?: string },
  scripts: readonly Uint8Array[],
  network: Network,
): string =>
  [
    ...built.outputs.map((output) => outputLine(output, scripts, network)),
    line('fee', `${built.fee.toString()} satoshis for ${built.size} bytes`),
    ...(built.txid === undefined ? [] : [line('txid', built.txid)]),
  ].join('\n');

const outputJson = (output: BuiltOutput, network: Network) => ({
  address: payeeOf(output.to, output.token !== undefined, network),
  satoshis: output.amount.toString(),
  token:
    output.token === undefined
      ? null
      : { category: output.token.category, amount: output.token.amount.toString(), nft: output.token.nft ?? null },
});

/** Shows a transaction for machines: `hex` if it is complete, else `wcTransaction` to sign. */
export const transactionJson = (built: BuiltTransaction, network: Network, encoding: WcEncoding) => ({
  ...(isKeyless(built)
    ? { complete: true, txid: built.txid, hex: built.hex }
    : { complete: false, wcTransaction: encodeWcTransaction(built.wcTransaction, encoding) }),
  fee: built.fee.toString(),
  size: built.size,
  outputs: built.outputs.map((output) => outputJson(output, network)),
});
