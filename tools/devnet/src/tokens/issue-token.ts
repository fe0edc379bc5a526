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
import { openKey, unlockingLength } from '../node/faucet/node-key.js';

/** What issuing a token asks of a chain: {@link DevnetControl} is one. */
export interface IssuersChain {
  fund(to: string, satoshis: bigint): Promise<{ readonly txid: string; readonly vout: number }>;
  submit(hex: string): Promise<string>;
}

/** What an issuer publishes of a registry, by CHIP-BCMR. */
export interface RegistryPublication {
  /** SHA-256 of the registry, hex. */
  readonly hash: string;
  readonly uris: readonly string[];
}

/** The head of a token's authchain: its output 0, which the issuer alone spends. */
export interface TokenIdentity {
  readonly category: string;
  readonly txid: string;
  readonly satoshis: bigint;
}

export interface IssuedToken extends TokenIdentity {
  /** The output with the tokens, of the same transaction. */
  readonly vout: number;
  readonly tokenSatoshis: bigint;
}

/** Whoever issues tokens on a devnet: not the node, whose coins pay for whatever it is asked. */
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

/** Spends an output of the issuer to these, what is left of it to output 0. */
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
 * Issues a token as an issuer would who goes on speaking for it: output 0 stays with them, the tokens lie in output 1, and the
 * registry is published where there is one.
 *
 * @param to locking bytecode, hex
 * @param registry what is published of the category, which is known by then
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
  const tokens: Output = {
    lockingBytecode: hexToBin(to),
    valueSatoshis: TOKEN_SATOSHIS,
    token: {
      category: hexToBin(category),
      amount,
      ...(nft && { nft: { capability: nft.capability, commitment: hexToBin(nft.commitment) } }),
    },
  };
  const least = getDustThreshold(tokens);
  const held = { ...tokens, valueSatoshis: least > TOKEN_SATOSHIS ? least : TOKEN_SATOSHIS };
  const publication = registry === undefined ? [] : [publicationOutput(await registry(category))];
  const { hex, satoshis } = spend({ txid: category, satoshis: BUDGET }, [held, ...publication]);
  const txid = await chain.submit(hex);
  return { category, txid, satoshis, vout: TOKEN_OUTPUT, tokenSatoshis: held.valueSatoshis };
};

/** Moves a token's identity on by one transaction, which publishes a registry or says nothing. */
export const publishRegistry = async (
  chain: Pick<IssuersChain, 'submit'>,
  identity: TokenIdentity,
  publication?: RegistryPublication,
): Promise<TokenIdentity> => {
  const { hex, satoshis } = spend(identity, publication === undefined ? [] : [publicationOutput(publication)]);
  return { category: identity.category, txid: await chain.submit(hex), satoshis };
};
