import { changeOutput } from '../attacks/mutations.js';
import type { Token } from '../attacks/tokens.js';
import { describeAttacks, describeLiberties } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { accept, judgeAttack } from '../support/judge.js';
import { outsider } from '../support/parties.js';
import { coinOf, type Draft, seal } from '../support/transaction.js';
import { choosable, lockLiberties, lockTables } from './attack-tables.js';
import { lockSpends, NFTS, withNft } from './honest-spends.js';
import { CATEGORY, draftPay, endOf, lockCoin, TERMS, TIP } from './lock.js';
import { ruleRows, tokenCoin } from './rule-rows.js';

/** A draft with an NFT beside the tokens of an output, or without one. */
const carryingNft = (draft: Draft, index: number, nft: Token['nft']): Draft =>
  changeOutput(draft, index, (output) => {
    const { category, amount } = output.token ?? { category: CATEGORY, amount: 0n };
    return { ...output, token: { category, amount, ...(nft && { nft }) } };
  });

const LOCKS = (['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((asset) =>
  [false, true].map((canMove) => [canMove ? 'a lock that can move' : 'a lock', asset, canMove] as const),
);

describe.each(LOCKS)('%s in %s', (_title, asset, canMove) => {
  const spends = lockSpends(asset, canMove);
  for (const [title, attacks, targets] of lockTables(asset, spends)) describeAttacks(title, attacks, targets);
  for (const [title, liberties] of lockLiberties) describeLiberties(title, liberties, choosable(spends));

  it.each(ruleRows(asset, canMove))('refuses %s', (_, draft) => {
    expect(judgeAttack(seal(draft), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });
});

describe.each(NFTS)('a $capability NFT of $commitment.length bytes on a lock of tokens', (nft) => {
  const terms = { ...TERMS, asset: 'FUNGIBLE_TOKEN' as const };
  const coin = withNft(lockCoin(terms), nft);

  it('goes to the recipient with the next payment, which anybody can send', () => {
    const [rest, payment] = accept(draftPay(terms, coin, Number(terms.cliff)), TIP).transaction.outputs;
    expect(rest?.token).toMatchObject({ category: CATEGORY });
    expect(rest?.token).not.toHaveProperty('nft');
    expect(payment?.token?.nft).toEqual(nft);
  });

  it('goes to the recipient at the end', () => {
    const [payment] = accept(draftPay(terms, coin, Number(endOf(terms))), TIP).transaction.outputs;
    expect(payment?.token).toEqual({ ...coin.output.token });
  });
});

it('an empty immutable NFT, which scripts do not see, can be attached and removed without effect', () => {
  const terms = { ...TERMS, asset: 'FUNGIBLE_TOKEN' as const };
  const [nft] = NFTS;
  const issuer = tokenCoin('the issuer’s baton', {
    category: CATEGORY,
    amount: 0n,
    nft: { ...nft, capability: 'minting' },
  });
  const paid = draftPay(terms, lockCoin(terms), Number(terms.cliff));
  const hung = accept({ ...carryingNft(paid, 0, nft), inputs: [...paid.inputs, issuer] }, TIP);
  const rest = coinOf(hung, 0);
  expect(rest.output.token?.nft).toEqual(nft);
  const next = draftPay(terms, rest, Number(terms.cliff) + 3_000_000, purse(outsider, 20_000n));
  const along = accept(next, TIP);
  expect(along.transaction.outputs[1]?.token?.nft).toEqual(nft);
  // The payer may leave it out: it is worth nothing, and the tokens are the same.
  const dropped = accept(carryingNft(next, 1, undefined), TIP);
  expect(dropped.transaction.outputs.slice(0, 2).map(({ token }) => token?.amount)).toEqual(
    along.transaction.outputs.slice(0, 2).map(({ token }) => token?.amount),
  );
});
