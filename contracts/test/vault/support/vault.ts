import { hexToBin, type Output } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { vaultArtifact } from '../../../src/index.js';
import type { HonestSpend, Places } from '../../support/attack-suite.js';
import { littleEndian, named32 } from '../../support/bytes.js';
import { coinNamed, FUNDED, payTo } from '../../support/coins.js';
import { lockOf, offlineProvider } from '../../support/contract.js';
import { createParty, type Party, recipient } from '../../support/parties.js';
import { type Coin, type Draft, type DraftInput, SEQUENCE_PLAIN } from '../../support/transaction.js';
import type { Argument, SignatureBy, Unlocking } from '../../support/unlocking.js';

/** The three who hold a vault, in the order of its parameters. */
export const SIGNERS = [
  createParty('first signer'),
  createParty('second signer'),
  createParty('third signer'),
] as const;
export const [first, second, third] = SIGNERS;

/** Every two of the three, in the order the covenant asks for. */
export const PAIRS = [
  [first, second],
  [first, third],
  [second, third],
] as const;
export type Pair = readonly [Party, Party];

export interface Vault {
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** Of its state. */
  readonly category: Uint8Array;
}

export const instantiate = (label: string, signers: readonly [Party, Party, Party] = SIGNERS) =>
  new Contract(vaultArtifact, [signers[0].hash, signers[1].hash, signers[2].hash, named32(label).slice(0, 16)], {
    provider: offlineProvider,
  });

/** A vault of the three, named by its nonce. */
export const createVault = (label: string, signers?: readonly [Party, Party, Party]): Vault => {
  const script = hexToBin(instantiate(label, signers).bytecode);
  return {
    script,
    lockingBytecode: lockOf(script),
    category: named32(`category: ${label}`),
  };
};

/** A key and its signature, as the covenant takes them. */
export const signatureOf = (signer: Party, how: Omit<SignatureBy, 'signer'> = {}): readonly [Argument, Argument] => [
  signer.publicKey,
  { signer, ...how },
];

/** Input 0: both sign for everything. */
export const signedBy = ({ script }: Vault, [one, other]: Pair, how?: Omit<SignatureBy, 'signer'>): Unlocking => ({
  kind: 'call',
  script,
  selector: 0n,
  args: [...signatureOf(one, how), ...signatureOf(other, how)],
});

/** Every further input: it follows input 0. */
export const following = ({ script }: Vault): Unlocking => ({ kind: 'call', script, selector: 1n, args: [] });

type Token = NonNullable<Output['token']>;

/** The 6 bytes of a state that has been spent so many times. */
export const commitmentOf = (spends: number): Uint8Array => Uint8Array.of(1, 0, ...littleEndian(BigInt(spends), 4));

export const stateToken = ({ category }: Vault, spends: number): Token => ({
  category,
  amount: 0n,
  nft: { capability: 'mutable', commitment: commitmentOf(spends) },
});

export const stateOutput = (vault: Vault, spends: number, valueSatoshis: bigint): Output => ({
  lockingBytecode: vault.lockingBytecode,
  valueSatoshis,
  token: stateToken(vault, spends),
});

/** The state of a vault after so many spends. */
export const stateCoin = (vault: Vault, spends: number, valueSatoshis = 1_000_000n): Coin =>
  coinNamed(`state ${spends}`, stateOutput(vault, spends, valueSatoshis));

/** Money that anybody sent to the address. */
export const deposit = ({ lockingBytecode }: Vault, label: string, valueSatoshis = 50_000n): Coin =>
  coinNamed(`deposit ${label}`, { lockingBytecode, valueSatoshis });

/** A coin with a token at the address. */
export const tokenCoin = (
  { lockingBytecode }: Vault,
  label: string,
  token: Omit<Token, 'category'>,
  valueSatoshis = 1_000n,
): Coin =>
  coinNamed(label, { lockingBytecode, valueSatoshis, token: { category: named32(`category of ${label}`), ...token } });

const nft = (
  capability: 'none' | 'mutable' | 'minting',
  ...commitment: readonly number[]
): Omit<Token, 'category'> => ({
  amount: 0n,
  nft: { capability, commitment: Uint8Array.from(commitment) },
});

/** Tokens that are not states, those that look most like one among them. */
export const strays = (vault: Vault): readonly Coin[] => [
  tokenCoin(vault, 'fungible tokens', { amount: 9_223_372_036_854_775_807n }),
  tokenCoin(vault, 'an NFT without commitment', nft('none')),
  tokenCoin(vault, 'an immutable NFT with the commitment of a state', nft('none', 1, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a minting NFT with the commitment of a state', nft('minting', 1, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT of another version', nft('mutable', 2, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT of another status', nft('mutable', 1, 1, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 5 bytes', nft('mutable', 1, 0, 7, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 7 bytes', nft('mutable', 1, 0, 7, 0, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 40 bytes and tokens', {
    ...nft('mutable', ...new Array<number>(40).fill(1)),
    amount: 12n,
  }),
];

const satoshis = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

interface Spend {
  readonly vault: Vault;
  /** Coins of the vault; the first one carries the signatures. */
  readonly coins: readonly Coin[];
  readonly outputs: readonly Output[];
  readonly pair?: Pair;
}

/** Coins of a vault spent by two signers, the outputs given as they are. */
export const draftSpend = ({ vault, coins, outputs, pair = PAIRS[0] }: Spend): Draft => ({
  version: 2,
  locktime: 0,
  inputs: coins.map((coin, index): DraftInput => ({
    coin,
    sequence: SEQUENCE_PLAIN,
    unlocking: index === 0 ? signedBy(vault, pair) : following(vault),
  })),
  outputs,
});

/** What is left of the coins' satoshis after these outputs and a fee. */
export const restOf = (coins: readonly Coin[], outputs: readonly Output[], fee: bigint): bigint =>
  satoshis(coins.map(({ output }) => output)) - satoshis(outputs) - fee;

/** Each coin to another place as it is; the first output pays the fee. */
export const movedTo = (coins: readonly Coin[], lockingBytecode: Uint8Array, fee: bigint): Output[] =>
  coins.map(({ output }, index) => ({
    ...output,
    lockingBytecode,
    valueSatoshis: output.valueSatoshis - (index === 0 ? fee : 0n),
  }));

/** Covers the largest of the valid spends. */
const FEE = 6_000n;
/** No byte of the count is zero. */
export const SPENDS = 0x01020304;

export const vault = createVault('treasury');
const state = stateCoin(vault, SPENDS);
const deposits = [deposit(vault, 'one'), deposit(vault, 'two', 70_000n)];

/** Two of three may do as they like with the outputs: a spend has no payouts that the covenant dictates. */
const spendOf = (name: string, draft: Draft, places: Places): HonestSpend => ({
  name,
  draft,
  tip: { ...FUNDED, height: FUNDED.height + 1 },
  places,
  signer: first,
  alsoKeyless: false,
  timed: false,
  stateless: places.state === undefined && places.mostOutputs === undefined,
  slack: 0n,
  slackOutput: 0,
});

/** The state goes on and keeps the change. */
const continued = (name: string, coins: readonly Coin[], pair?: Pair): HonestSpend => {
  const all = [state, ...coins];
  const tokens = coins
    .filter(({ output }) => output.token !== undefined)
    .map(({ output }) => ({ ...output, lockingBytecode: recipient.lockingBytecode }));
  const paid = [payTo(recipient, 123_456n), ...tokens];
  const outputs = [stateOutput(vault, SPENDS + 1, restOf(all, paid, FEE)), ...paid];
  return spendOf(name, draftSpend({ vault, coins: all, outputs, ...(pair === undefined ? {} : { pair }) }), {
    state: 0,
    payouts: [],
  });
};

/** The state is burned; everything leaves the address. */
const closed = (name: string, coins: readonly Coin[], more = 0): HonestSpend => {
  const all = [state, ...coins];
  const tokens = coins
    .filter(({ output }) => output.token !== undefined)
    .map(({ output }) => ({ ...output, lockingBytecode: recipient.lockingBytecode }));
  const paid = [...tokens, ...Array.from({ length: more }, () => payTo(first, 10_000n))];
  const outputs = [payTo(recipient, restOf(all, paid, FEE)), ...paid];
  return spendOf(name, draftSpend({ vault, coins: all, outputs }), { payouts: [], mostOutputs: 3 });
};

const alone = (name: string, coins: readonly Coin[], pair?: Pair): HonestSpend => {
  const outputs = movedTo(coins, recipient.lockingBytecode, FEE);
  return spendOf(name, draftSpend({ vault, coins, outputs, ...(pair === undefined ? {} : { pair }) }), { payouts: [] });
};

/** Every way two of three may spend. */
export const vaultSpends = (): HonestSpend[] => [
  ...PAIRS.map((pair) => continued(`the state, by the ${pair[0].name} and the ${pair[1].name}`, [], pair)),
  continued('the state with two deposits', deposits),
  continued('the state with every kind of stray', strays(vault)),
  closed('a close', []),
  closed('a close with two deposits and a second output', deposits, 1),
  closed('a close with two deposits and three outputs', deposits, 2),
  closed('a close with a token and a third output', [...deposits, ...strays(vault).slice(0, 1)], 1),
  ...PAIRS.map((pair) =>
    alone(`a deposit alone, by the ${pair[0].name} and the ${pair[1].name}`, deposits.slice(0, 1), pair),
  ),
  alone('deposits and strays without a state', [...deposits, ...strays(vault)]),
];
