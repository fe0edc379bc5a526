import type { TransactionCommon } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import type { Forged } from './forged-parts.js';
import { FORGERIES } from './forgeries.js';
import { hexOf } from './reader.js';

/** A forged funding, and what was done to it. */
export interface ForgedFunding {
  readonly transaction: TransactionCommon;
  readonly done: readonly string[];
}

const WEIGHED = FORGERIES.flatMap((forgery) => Array.from({ length: forgery[1] }, () => forgery));

/**
 * Forges a funding in up to three ways.
 *
 * @param other another real funding, which now and then is joined to it, one transaction for both
 */
export const forge = (transaction: TransactionCommon, other: TransactionCommon, chance: Chance): ForgedFunding => {
  const funding: Forged = { outputs: [...transaction.outputs], inputs: [...transaction.inputs] };
  const done: string[] = [];
  if (chance.once(25)) {
    funding.inputs.push(...other.inputs);
    funding.outputs.splice(chance.once(2) ? 0 : funding.outputs.length, 0, ...other.outputs);
    done.push('another funding joined');
  }
  for (let times = chance.of([1, 1, 1, 2, 2, 3]); times > 0; times -= 1) {
    const [name, , apply] = chance.of(WEIGHED);
    apply(funding, chance);
    done.push(name);
  }
  return { transaction: { ...transaction, ...funding }, done };
};

/** A transaction in words that a test can be made of. */
export const describeTransaction = ({ inputs, outputs }: TransactionCommon): string =>
  [
    ...inputs.map((input) => `in ${hexOf(input.outpointTransactionHash)}:${input.outpointIndex}`),
    ...outputs.map(
      ({ valueSatoshis, lockingBytecode, token }) =>
        `out ${valueSatoshis} ${hexOf(lockingBytecode)}` +
        (token === undefined ? '' : ` token ${hexOf(token.category)} ${token.amount}`) +
        (token?.nft === undefined ? '' : ` ${token.nft.capability} ${hexOf(token.nft.commitment)}`),
    ),
  ].join('\n');
