import { hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import { decodePlanState, encodePlanState, type PlanProduct, type PlanState } from '../../src/index.js';

/** A change to the outputs of a funding. */
export type Tampering = (outputs: readonly Output[]) => Output[];

export const replace =
  (vout: number, change: (output: Output) => Output): Tampering =>
  (outputs) =>
    outputs.map((output, i) => (i === vout ? change(output) : output));

export const append =
  (...more: Output[]): Tampering =>
  (outputs) => [...outputs, ...more];

export const drop =
  (vout: number): Tampering =>
  (outputs) =>
    outputs.filter((_, i) => i !== vout);

type Token = NonNullable<Output['token']>;

export const withToken = (vout: number, change: (token: Token) => Token): Tampering =>
  replace(vout, (output) => {
    if (output.token === undefined) throw new Error(`Output ${vout} carries no token`);
    return { ...output, token: change(output.token) };
  });

export const withNft = (vout: number, change: Partial<NonNullable<Token['nft']>>): Tampering =>
  withToken(vout, (token) => ({
    ...token,
    nft: { capability: 'mutable', commitment: new Uint8Array(), ...token.nft, ...change },
  }));

/** The commitment of a state changed, by what it says. */
export const withState = (
  vout: number,
  product: PlanProduct,
  change: (state: PlanState, reserve: bigint) => { readonly state: PlanState; readonly reserve?: bigint },
): Tampering =>
  withToken(vout, (token) => {
    const commitment = Buffer.from(token.nft?.commitment ?? []).toString('hex');
    const decoded = decodePlanState(product, commitment);
    if (decoded === undefined) throw new Error(`Output ${vout} holds no state`);
    const reserve = decoded.reserve ?? 0n;
    const changed = change(decoded.state, reserve);
    const encoded = encodePlanState(product, changed.state, changed.reserve ?? reserve);
    return { ...token, nft: { capability: 'mutable', commitment: hexToBin(encoded) } };
  });

export const all =
  (...changes: Tampering[]): Tampering =>
  (outputs) =>
    changes.reduce<Output[]>((changed, change) => change(changed), [...outputs]);

export const tampered = (transaction: TransactionCommon, change: Tampering): TransactionCommon => ({
  ...transaction,
  outputs: change(transaction.outputs),
});
