import { placeholderPublicKey, placeholderSignature, type TokenDetails, type Utxo } from 'cashscript';
import { countRoots } from '../../src/airdrop/airdrop-proof.js';
import { planClaim } from '../../src/airdrop/transactions/claim-plan.js';
import { countArguments, type PublicClaim } from '../../src/airdrop/transactions/claim-public.js';
import {
  type AirdropContract,
  closingUnitOutput,
  type PublicParameters,
  type UnsignedTransaction,
} from '../../src/index.js';
import { shapesOf } from '../../src/plan/transactions/pay-plan.js';
import { assemble, type PlannedOutput } from '../../src/transaction/assemble.js';
import type { Party } from './party.js';
import type { PlanScenario } from './plan-scenario.js';

type Nft = NonNullable<TokenDetails['nft']>;

/** Satoshis of an output with an NFT: above dust with 128 bytes of commitment too. */
export const HUNG_SATOSHIS = 1_200n;

const PLACES = { companion: 1, payee: 2 } as const;

const withNft = (output: PlannedOutput, nft: Nft): PlannedOutput =>
  output.token === undefined ? output : { ...output, amount: HUNG_SATOSHIS, token: { ...output.token, nft } };

/** Everything of the asset that its minter holds goes back to them, the minting NFT with it. */
const returned = (minter: Party) => {
  const coin = minter.coins().find(({ token }) => token?.nft?.capability === 'minting');
  if (coin?.token === undefined) throw new Error('They cannot mint');
  return { coin, output: { to: minter.lockingBytecode, amount: coin.satoshis, token: coin.token } };
};

/**
 * The payment of all that is due of a stream of tokens, as somebody makes it who can mint NFTs of the asset: one more on each
 * of its outputs named. They pay for it.
 */
export const buildHungPayment = (
  scenario: PlanScenario,
  index: number,
  minter: Party,
  nft: Nft,
  on: readonly (keyof typeof PLACES)[],
  locktime?: bigint,
): UnsignedTransaction => {
  const shape = shapesOf(scenario.due(index, locktime))(0n);
  const { coin, output } = returned(minter);
  const places: number[] = on.map((place) => PLACES[place]);
  return assemble({
    ...shape,
    outputs: [...shape.outputs.map((each, i) => (places.includes(i) ? withNft(each, nft) : each)), output],
    requiredCoins: [coin],
    wallet: minter.funds(),
    change: 'last',
    userPrompt: 'Pay, and hang an NFT on it',
  });
};

/** A lane's next state with so many units of its category. */
const withUnits = (outputs: readonly PlannedOutput[], units: bigint): PlannedOutput[] =>
  outputs.map((output, index) =>
    index === 0 && output.token !== undefined ? { ...output, token: { ...output.token, amount: units } } : output,
  );

/**
 * A claim that moves the closing unit: with the coin that holds it, onto the lane; without one, from the lane to anybody who
 * claims.
 */
export const buildUnitMovingClaim = (
  { contract, coin, locktime, proof }: PublicClaim & { readonly contract: AirdropContract<PublicParameters> },
  claimer: Party,
  unit?: Utxo,
): UnsignedTransaction => {
  const { amount, nonce } = contract.parameters;
  const args = [placeholderPublicKey(), placeholderSignature(), BigInt(proof.claimed), ...countArguments(proof)];
  const roots = countRoots(nonce, proof);
  const { shape } = planClaim({ contract, coin, locktime, recipient: proof.hash, amount, roots, args }, {});
  const plan = shape(0n);
  const taken = closingUnitOutput({ category: coin.category }, claimer.lockingBytecode);
  return assemble({
    ...plan,
    outputs: unit === undefined ? [...withUnits(plan.outputs, 0n), taken] : withUnits(plan.outputs, 1n),
    requiredCoins: unit === undefined ? [] : [unit],
    wallet: claimer.funds(),
    change: 'last',
    userPrompt: 'Claim, and move the closing unit',
  });
};
