import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  encodeVestingState,
  findVestingDeployment,
  INITIAL_VESTING_STATE,
  VESTING_STATE_FLOOR,
  vestingFundingAmount,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

type Token = NonNullable<Output['token']>;

const total = 1_000_000n;
const chain = createTestChain();
const sender = createParty(chain, 'sender', 50_000_000n);
const recipient = createParty(chain, 'recipient');
const start = chain.locktime();
const schedule = { total, start, end: start + 1_000_000n, cliff: 0n, step: 0n };
const scenario = await StreamScenario.fund(chain, sender, termsBetween(sender, recipient, { schedule }));
const { contract, fundingTxid } = scenario;
const sound = chain.transaction(fundingTxid);

const stateOf = ({ outputs }: TransactionCommon): Output & { token: Token & { nft: NonNullable<Token['nft']> } } => {
  const output = outputs[1];
  if (output?.token?.nft === undefined) throw new Error('A funding has its state at output 1');
  return { ...output, token: { ...output.token, nft: output.token.nft } };
};
const good = stateOf(sound);
const withState = (state: Output): TransactionCommon => ({
  ...sound,
  outputs: sound.outputs.map((output, index) => (index === 1 ? state : output)),
});
const withToken = (token: Partial<Token>): TransactionCommon =>
  withState({ ...good, token: { ...good.token, ...token } });
const withNft = (nft: Partial<NonNullable<Token['nft']>>): TransactionCommon =>
  withToken({ nft: { ...good.token.nft, ...nft } });
const besides = (output: Output): TransactionCommon => ({ ...sound, outputs: [...sound.outputs, output] });
const problemsOf = (transaction: TransactionCommon) => {
  const result = findVestingDeployment(contract, fundingTxid, transaction);
  return result.ok ? [] : result.problems;
};

const { amount, category } = good.token;
const initial = encodeVestingState(INITIAL_VESTING_STATE);
const advanced = encodeVestingState({ ...INITIAL_VESTING_STATE, released: 1n });

it('finds the state of a sound funding', () => {
  expect(findVestingDeployment(contract, fundingTxid, sound)).toEqual({
    ok: true,
    coin: {
      outpoint: { txid: fundingTxid, vout: 1 },
      satoshis: vestingFundingAmount(total),
      category: binToHex(category),
      state: INITIAL_VESTING_STATE,
    },
  });
});

it('takes more satoshis than are needed, and exactly the floor', () => {
  for (const valueSatoshis of [total + VESTING_STATE_FLOOR, 50n * total]) {
    expect(findVestingDeployment(contract, fundingTxid, withState({ ...good, valueSatoshis }))).toMatchObject({
      ok: true,
      coin: { satoshis: valueSatoshis },
    });
  }
});

const forged: [string, TransactionCommon, string[]][] = [
  [
    'nothing at the address',
    withState({ ...good, lockingBytecode: sender.lockingBytecode }),
    [`no output pays to ${contract.address}`],
  ],
  [
    'no token',
    withState({ lockingBytecode: good.lockingBytecode, valueSatoshis: good.valueSatoshis }),
    ['output 1: the output carries no NFT'],
  ],
  ['no NFT', withState({ ...good, token: { amount, category } }), ['output 1: the output carries no NFT']],
  [
    'a category from elsewhere',
    withToken({ category: new Uint8Array(32).fill(7) }),
    ['output 1: the NFT is not of a category made in this transaction'],
  ],
  [
    'a category of an input with another index',
    { ...sound, inputs: sound.inputs.map((input) => ({ ...input, outpointIndex: 1 })) },
    ['output 1: the NFT is not of a category made in this transaction'],
  ],
  ['an immutable NFT', withNft({ capability: 'none' }), ['output 1: the NFT is none, not mutable']],
  ['a minting NFT', withNft({ capability: 'minting' }), ['output 1: the NFT is minting, not mutable']],
  ['no clock unit', withToken({ amount: 0n }), ['output 1: it carries 0 fungible units of its category, not 1']],
  ['a second unit', withToken({ amount: 2n }), ['output 1: it carries 2 fungible units of its category, not 1']],
  [
    'a state that has moved',
    withNft({ commitment: hexToBin(advanced) }),
    [`output 1: the commitment is ${advanced}, not the initial ${initial}`],
  ],
  [
    'a satoshi too little',
    withState({ ...good, valueSatoshis: total + VESTING_STATE_FLOOR - 1n }),
    ['output 1: it holds 1001399 satoshis, less than 1001400'],
  ],
  [
    'a second unit beside it',
    besides({ lockingBytecode: sender.lockingBytecode, valueSatoshis: 1_000n, token: { amount: 1n, category } }),
    ['output 1: the category has more than one output'],
  ],
  [
    'a second NFT beside it',
    besides({ lockingBytecode: sender.lockingBytecode, valueSatoshis: 1_000n, token: { ...good.token, amount: 0n } }),
    ['output 1: the category has more than one output'],
  ],
  [
    'two states',
    besides(good),
    ['output 1: the category has more than one output', 'output 5: the category has more than one output'],
  ],
  [
    'several faults',
    withState({
      ...good,
      valueSatoshis: 1_000n,
      token: { ...good.token, amount: 9n, nft: { capability: 'minting', commitment: new Uint8Array() } },
    }),
    [
      'output 1: the NFT is minting, not mutable',
      'output 1: it carries 9 fungible units of its category, not 1',
      `output 1: the commitment is , not the initial ${initial}`,
      'output 1: it holds 1000 satoshis, less than 1001400',
    ],
  ],
];

it.each(forged)('names what is wrong: %s', (_, transaction, problems) => {
  expect(problemsOf(transaction)).toEqual(problems);
});

it('is not misled by a stray beside the state', () => {
  const stray = { lockingBytecode: contract.lockingBytecode, valueSatoshis: 5_000n };
  expect(findVestingDeployment(contract, fundingTxid, besides(stray))).toMatchObject({
    ok: true,
    coin: { outpoint: { vout: 1 } },
  });
});

it('does not take a twin at the same address for a continuation', async () => {
  const twin = await StreamScenario.fund(chain, sender, contract.parameters);
  expect(twin.contract.address).toBe(contract.address);
  expect(twin.state.category).not.toBe(scenario.state.category);
  chain.reach(start + 500_000n);
  await twin.claim(recipient, { hash: recipient.hash, coins: [] });
  expect(scenario.state.state).toEqual(INITIAL_VESTING_STATE);
  await scenario.claim(recipient, { hash: recipient.hash, coins: [] });
  expect([scenario, twin].map(({ state }) => state.state.released)).toEqual([total / 2n, total / 2n]);
});
