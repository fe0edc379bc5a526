import {
  binToHex,
  encodeDataPush,
  encodeTransaction,
  getDustThreshold,
  hexToBin,
  utf8ToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { fromNodeOutput } from '../node/chain/node-transaction.js';
import { openKey, unlockingLength } from '../node/faucet/payment.js';

/** What issuing a token needs of a chain. {@link DevnetControl} provides it. */
export interface IssuersChain {
  fund(to: string, satoshis: bigint): Promise<{ readonly txid: string; readonly vout: number }>;
  submit(hex: string): Promise<string>;
}

/** A registry's publication by an issuer, as CHIP-BCMR defines it. */
export interface RegistryPublication {
  /** SHA-256 of the registry as hex. */
  readonly hash: string;
  readonly uris: readonly string[];
}

/** The head of a token's authchain: its output 0, which only the issuer can spend. */
export interface TokenIdentity {
  readonly category: string;
  readonly txid: string;
  readonly satoshis: bigint;
}

export interface IssuedToken extends TokenIdentity {
  /** Index of the output with the tokens, in the same transaction. */
  readonly vout: number;
  readonly tokenSatoshis: bigint;
}

/**
 * The issuer of every token on a devnet. Its coins are not the node's, which the faucet spends on any request.
 */
const issuer = openKey('devnet issuer');
const BUDGET = 20_000n;
const TOKEN_SATOSHIS = 1_000n;
const TOKEN_OUTPUT = 1;

const publicationOutput = ({ hash, uris }: RegistryPublication): Output => ({
  valueSatoshis: 0n,
  lockingBytecode: Uint8Array.of(
    0x6a,
    ...[utf8ToBin('BCMR'), hexToBin(hash), ...uris.map(utf8ToBin)].flatMap((data) => [...encodeDataPush(data)]),
  ),
});

/** Spends an output of the issuer to these outputs, and the remainder to output 0. */
const spend = (coin: { readonly txid: string; readonly satoshis: bigint }, others: Output[]) => {
  const source: Output = { lockingBytecode: issuer.lockingBytecode, valueSatoshis: coin.satoshis };
  const draft = (left: bigint): TransactionCommon => ({
    version: 2,
    locktime: 0,
    inputs: [
      {
        outpointTransactionHash: hexToBin(coin.txid),
        outpointIndex: 0,
        sequenceNumber: 0xffff_ffff,
        unlockingBytecode: new Uint8Array(unlockingLength),
      },
    ],
    outputs: [{ lockingBytecode: issuer.lockingBytecode, valueSatoshis: left }, ...others],
  });
  const paid = others.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  const satoshis = coin.satoshis - paid - BigInt(encodeTransaction(draft(0n)).length);
  return { satoshis, hex: binToHex(encodeTransaction(issuer.signInputs(draft(satoshis), [source]))) };
};

/**
 * Issues a token the way an issuer does who will update its registry: output 0 stays with them as the token's
 * identity, output 1 holds the tokens, and the registry is published if there is one.
 *
 * @param to locking bytecode, hex
 * @param registry returns what to publish for the category, which is known by then
 */
export const issueToken = async (
  chain: IssuersChain,
  {
    to,
    amount = 0n,
    nft,
    registry,
  }: {
    readonly to: string;
    readonly amount?: bigint | undefined;
    readonly nft?: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string } | undefined;
    readonly registry?: ((category: string) => RegistryPublication | Promise<RegistryPublication>) | undefined;
  },
): Promise<IssuedToken> => {
  const { txid: category } = await chain.fund(binToHex(issuer.lockingBytecode), BUDGET);
  const tokens = fromNodeOutput({ lockingBytecode: to, satoshis: TOKEN_SATOSHIS, token: { category, amount, nft } });
  const least = getDustThreshold(tokens);
  const held = { ...tokens, valueSatoshis: least > TOKEN_SATOSHIS ? least : TOKEN_SATOSHIS };
  const publication = registry === undefined ? [] : [publicationOutput(await registry(category))];
  const { hex, satoshis } = spend({ txid: category, satoshis: BUDGET }, [held, ...publication]);
  const txid = await chain.submit(hex);
  return { category, txid, satoshis, vout: TOKEN_OUTPUT, tokenSatoshis: held.valueSatoshis };
};

/** Moves a token's identity on by one transaction, which publishes a registry, or nothing. */
export const publishRegistry = async (
  chain: Pick<IssuersChain, 'submit'>,
  identity: TokenIdentity,
  publication?: RegistryPublication,
): Promise<TokenIdentity> => {
  const { hex, satoshis } = spend(identity, publication === undefined ? [] : [publicationOutput(publication)]);
  return { category: identity.category, txid: await chain.submit(hex), satoshis };
};
