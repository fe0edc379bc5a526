import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  encodeVestingState,
  findTokenVestingDeployment,
  INITIAL_VESTING_STATE,
  TOKEN_VESTING_STATE_FLOOR,
  tokenVestingFunding,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const total = 1_000_000n;
const chain = createTestChain();
const sender = createParty(chain, 'sender', 50_000_000n);
const recipient = createParty(chain, 'recipient');
const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: 5n * total });
const start = chain.locktime();
const schedule = { total, start, end: start + 1_000_000n, cliff: 0n, step: 0n };
const scenario = await TokenStreamScenario.fund(chain, sender, category, termsBetween(sender, recipient, { schedule }));
const { contract, fundingTxid } = scenario;
const sound = chain.transaction(fundingTxid);

const outputAt = (index: number): Output & { token: NonNullable<Output['token']> } => {
  const output = sound.outputs[index];
  if (output?.token === undefined) throw new Error('A funding has its pair at outputs 1 and 2');
  return { ...output, token: output.token };
};
const [state, companion] = [outputAt(1), outputAt(2)];
const replace = (index: number, ...outputs: Output[]): TransactionCommon => ({
  ...sound,
  outputs: [...sound.outputs.slice(0, index), ...outputs, ...sound.outputs.slice(index + 1)],
});
const withCompanion = (change: Partial<Output>): TransactionCommon => replace(2, { ...companion, ...change });
const withTokens = (token: Partial<NonNullable<Output['token']>>): TransactionCommon =>
  withCompanion({ token: { ...companion.token, ...token } });
const plain = { lockingBytecode: sender.lockingBytecode, valueSatoshis: 1_000n };
const find = (transaction: TransactionCommon) => findTokenVestingDeployment(contract, fundingTxid, transaction);

it('finds the pair of a sound funding', () => {
  expect(find(sound)).toEqual({
    ok: true,
    coin: {
      outpoint: { txid: fundingTxid, vout: 1 },
      satoshis: tokenVestingFunding().state,
      category: binToHex(state.token.category),
      state: INITIAL_VESTING_STATE,
      companion: { satoshis: 1_000n, amount: total },
    },
  });
});

it('takes more tokens and satoshis than are needed, and exactly the floor', () => {
  expect(find(withTokens({ amount: total + 9n }))).toMatchObject({
    ok: true,
    coin: { companion: { amount: total + 9n } },
  });
  expect(find(withCompanion({ valueSatoshis: 5_000n }))).toMatchObject({
    ok: true,
    coin: { companion: { satoshis: 5_000n } },
  });
  expect(find(replace(1, { ...state, valueSatoshis: TOKEN_VESTING_STATE_FLOOR }))).toMatchObject({ ok: true });
});

const own = binToHex(state.token.category);
const advanced = encodeVestingState({ ...INITIAL_VESTING_STATE, released: 1n });
const moved: Output = {
  ...state,
  token: { ...state.token, nft: { capability: 'mutable', commitment: hexToBin(advanced) } },
};
const forged: [string, TransactionCommon, string[]][] = [
  ['nothing at the address', replace(1, plain), [`no output pays to ${contract.address}`]],
  ['no companion', { ...sound, outputs: sound.outputs.slice(0, 2) }, ['output 1: no companion stands behind it']],
  [
    'tokens under a key',
    withCompanion({ lockingBytecode: sender.lockingBytecode }),
    ['output 1: the output behind it is not locked by the companion script'],
  ],
  [
    'tokens one output too far',
    replace(1, state, plain),
    [
      'output 1: the output behind it is not locked by the companion script',
      'output 1: its companion carries no tokens',
    ],
  ],
  [
    'a companion without tokens',
    replace(2, { ...plain, lockingBytecode: companion.lockingBytecode }),
    ['output 1: its companion carries no tokens'],
  ],
  [
    'another token',
    withTokens({ category: new Uint8Array(32).fill(7) }),
    [`output 1: its companion carries tokens of ${'07'.repeat(32)}, not of ${category}`],
  ],
  [
    'tokens of the state’s own category',
    withTokens({ category: state.token.category }),
    [
      'output 1: the category has more than one output',
      `output 1: its companion carries tokens of ${own}, not of ${category}`,
    ],
  ],
  [
    'a unit too little',
    withTokens({ amount: total - 1n }),
    ['output 1: its companion carries 999999 tokens, less than 1000000'],
  ],
  [
    'an NFT beside the tokens',
    withTokens({ nft: { capability: 'none', commitment: new Uint8Array() } }),
    ['output 1: its companion carries an NFT beside the tokens'],
  ],
  [
    'a companion of few satoshis',
    withCompanion({ valueSatoshis: 999n }),
    ['output 1: its companion holds 999 satoshis, less than 1000'],
  ],
  [
    'a state of few satoshis',
    replace(1, { ...state, valueSatoshis: TOKEN_VESTING_STATE_FLOOR - 1n }),
    ['output 1: it holds 2499 satoshis, less than 2500'],
  ],
  [
    'a minting state',
    replace(1, {
      ...state,
      token: {
        ...state.token,
        nft: { capability: 'minting', commitment: state.token.nft?.commitment ?? new Uint8Array() },
      },
    }),
    ['output 1: the NFT is minting, not mutable'],
  ],
  [
    'a second clock unit',
    replace(1, { ...state, token: { ...state.token, amount: 2n } }),
    ['output 1: it carries 2 fungible units of its category, not 1'],
  ],
  [
    'a state that has moved, and too few tokens',
    { ...sound, outputs: withTokens({ amount: 1n }).outputs.map((output, index) => (index === 1 ? moved : output)) },
    [
      `output 1: the commitment is ${advanced}, not the initial ${encodeVestingState(INITIAL_VESTING_STATE)}`,
      'output 1: its companion carries 1 tokens, less than 1000000',
    ],
  ],
];

it.each(forged)('names what is wrong: %s', (_, transaction, problems) => {
  expect(find(transaction)).toEqual({ ok: false, problems });
});

it('keeps a twin at the same address apart', async () => {
  const twin = await TokenStreamScenario.fund(chain, sender, category, contract.parameters);
  expect(twin.contract.address).toBe(contract.address);
  chain.reach(start + 500_000n);
  const nothing = { hash: recipient.hash, coins: [] };
  await twin.claim(recipient, nothing);
  expect(scenario.state.state).toEqual(INITIAL_VESTING_STATE);
  await scenario.claim(recipient, nothing);
  expect(tokensOf(recipient, category)).toBe(total);
});
