import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  buildAirdropFunding,
  buildAirdropSweep,
  createAirdropContract,
  decodeAirdropAnnouncement,
  emptyAirdropRoot,
  encodeAirdropState,
  findAirdropDeployment,
  InsufficientTokensError,
  isAirdropStray,
  type AirdropAsset,
  type AirdropParameters,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropScenario, assetOf, campaignTerms, nextNonce, Rows } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';

const TOKENS = 'FUNGIBLE_TOKEN';

const fundedScene = async (type: AirdropAsset['type']) => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const rows = new Rows(
    Array.from({ length: 5 }, (_, i) => ({ hash: new Uint8Array(20).fill(i + 1), amount: 10_000n + BigInt(i) })),
    2,
    2,
  );
  const asset = assetOf(chain, creator, type, rows.total + 3n);
  const common = campaignTerms(chain, creator.hash);
  const terms = { ...common, end: common.start + 1_000n, lanes: 2 };
  const parameters: WhitelistParameters = { ...terms, kind: 'WHITELIST', depth: 2, rows: 5, total: rows.total };
  const scenario = await AirdropScenario.fund(chain, creator, parameters, { asset, whitelist: rows.funded });
  return { chain, creator, rows, asset, parameters, scenario, transaction: chain.transaction(scenario.fundingTxid) };
};

/** Funded once in each mode: most tests only read what the funding made. */
const scenes = new Map<string, ReturnType<typeof fundedScene>>();

const scene = (type: AirdropAsset['type']): ReturnType<typeof fundedScene> => {
  const known = scenes.get(type) ?? fundedScene(type);
  scenes.set(type, known);
  return known;
};

type Change = (outputs: Output[], transaction: TransactionCommon) => void;
type Token = NonNullable<Output['token']>;
const STATE = 1;
const COMPANION = STATE + 1;

const onOutput =
  (vout: number, change: (output: Output) => Output): Change =>
  (outputs) => {
    const output = outputs[vout];
    if (output === undefined) throw new Error('There is no output to change');
    outputs[vout] = change(output);
  };

const onToken = (vout: number, change: (token: Token) => Token | undefined): Change =>
  onOutput(vout, ({ token, ...output }) => {
    if (token === undefined) throw new Error('There is no token to change');
    const next = change(token);
    return { ...output, ...(next && { token: next }) };
  });

const onNft = (change: (nft: NonNullable<Token['nft']>) => object): Change =>
  onToken(STATE, (token) => token.nft && { ...token, nft: { ...token.nft, ...change(token.nft) } });

/** Other bytes in the commitment of the first state, from a place on. */
const written = (place: number, ...bytes: readonly number[]): Change =>
  onNft(({ commitment }) => ({ commitment: commitment.map((byte, i) => bytes[i - place] ?? byte) }));

const forgeries: readonly (readonly [string, string, Change])[] = [
  ['no state', 'carries no NFT', onToken(STATE, () => undefined)],
  ['an immutable state', 'not mutable', onNft(() => ({ capability: 'none' }))],
  ['a minting state', 'not mutable', onNft(() => ({ capability: 'minting' }))],
  ['a unit beside the state', 'fungible units', onToken(STATE, (token) => ({ ...token, amount: 1n }))],
  ['claims made before', 'not that of a new lane', written(35, 1)],
  ['another version', 'not that of a new lane', written(32, 2)],
  ['another root', 'has the root', written(0, ...new Uint8Array(32).fill(9))],
  ['two lanes of one number', 'same number', written(33, 1, 0)],
  ['a lane that does not exist', 'does not exist', written(33, 2, 0)],
  [
    'a category from before',
    'made in this transaction',
    (_, transaction) => {
      for (const input of transaction.inputs) input.outpointIndex = 1;
    },
  ],
  [
    'one more NFT of the category',
    'other outputs',
    (outputs) => {
      const { token } = outputs[STATE] ?? {};
      outputs.push({ lockingBytecode: hexToBin('51'), valueSatoshis: 1_000n, ...(token && { token }) });
    },
  ],
  [
    'a satoshi too little',
    'satoshis, less than',
    onOutput(STATE, (output) => ({ ...output, valueSatoshis: output.valueSatoshis - 1n })),
  ],
];

const pairForgeries: readonly (readonly [string, string, Change])[] = [
  [
    'tokens locked elsewhere',
    'not locked by the companion',
    onOutput(COMPANION, (output) => ({ ...output, lockingBytecode: hexToBin('51') })),
  ],
  ['a token too few', 'tokens, less than', onToken(COMPANION, (token) => ({ ...token, amount: token.amount - 1n }))],
  ['no tokens', 'carries no tokens', onToken(COMPANION, () => undefined)],
  [
    'other tokens',
    'carries no tokens',
    onToken(COMPANION, (token) => ({ ...token, category: new Uint8Array(32).fill(7) })),
  ],
  [
    'an NFT beside the tokens',
    'an NFT beside',
    onToken(COMPANION, (token) => ({ ...token, nft: { capability: 'none', commitment: new Uint8Array() } })),
  ],
  [
    'a companion of 999 satoshis',
    'holds less than',
    onOutput(COMPANION, (output) => ({ ...output, valueSatoshis: 999n })),
  ],
];

/** What is refused though nobody knows the list. The lanes of the scene have a depth of 2, and five rows. */
const listless: readonly (readonly [string, string, Change])[] = [
  ...[...[0, 1, 2, 3, 20, 64].map(emptyAirdropRoot), '00'.repeat(32)].map(
    (root) => [`a tree in which all is spent, ${root}`, 'without a row', written(0, ...hexToBin(root))] as const,
  ),
  [
    'one lane, whose tree is too small for the rows',
    '5 rows do not fit 1 lanes',
    (outputs) => outputs.splice(STATE, 1),
  ],
  [
    'all that one lane was to have in the other',
    'for a single claim',
    (outputs) => {
      const states = outputs.flatMap(({ token }, vout) => (token?.nft === undefined ? [] : [vout]));
      const [from, to] = states.map((vout) => outputs[vout]);
      if (from === undefined || to === undefined) throw new Error('There are no two lanes');
      outputs[states[0] ?? 0] = { ...from, valueSatoshis: 1_000n };
      outputs[states[1] ?? 0] = { ...to, valueSatoshis: to.valueSatoshis + from.valueSatoshis };
    },
  ],
];

const changed = (transaction: TransactionCommon, change: Change): TransactionCommon => {
  const copy = {
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input })),
    outputs: [...transaction.outputs],
  };
  change(copy.outputs, copy);
  return copy;
};

describe.each([
  ['BCH', forgeries],
  [TOKENS, [...forgeries, ...pairForgeries]],
] as const)('the deployment of a whitelist in %s', (type, table) => {
  it('is found with its lanes, with the list or by what was announced', async () => {
    const { scenario, rows, transaction } = await scene(type);
    const known = findAirdropDeployment(scenario.contract, scenario.fundingTxid, transaction, rows.funded);
    expect(known).toMatchObject({
      ok: true,
      lanes: [{ state: { lane: 0, claims: 0 } }, { state: { lane: 1, claims: 0 } }],
    });
    expect(findAirdropDeployment(scenario.contract, scenario.fundingTxid, transaction)).toEqual(known);
  });

  it('is found from the chain alone, by its announcement', async () => {
    const { scenario, asset, parameters, transaction } = await scene(type);
    const announced = transaction.outputs.flatMap(
      ({ lockingBytecode }) => decodeAirdropAnnouncement(lockingBytecode) ?? [],
    );
    expect(announced).toEqual([{ parameters, asset }]);
    for (const { parameters: published, asset: paid } of announced) {
      const contract = createAirdropContract(published, 'devnet', paid);
      expect(contract.address).toBe(scenario.contract.address);
      expect(findAirdropDeployment(contract, scenario.fundingTxid, transaction)).toMatchObject({ ok: true });
    }
  });

  it.each(table)('is not one with %s', async (__, reason, change) => {
    const { scenario, rows, transaction } = await scene(type);
    const found = findAirdropDeployment(
      scenario.contract,
      scenario.fundingTxid,
      changed(transaction, change),
      rows.funded,
    );
    expect(found.ok ? [] : found.problems.join('; ')).toContain(reason);
  });

  it.each(listless)('is not one with %s, for who does not know the list', async (_, reason, change) => {
    const { scenario, transaction } = await scene(type);
    const found = findAirdropDeployment(scenario.contract, scenario.fundingTxid, changed(transaction, change));
    expect(found.ok ? [] : found.problems.join('; ')).toContain(reason);
  });

  it('is not one of more lanes than rows', async () => {
    const { scenario, parameters, asset, transaction } = await scene(type);
    const least = { ...parameters, rows: 1, total: 1_000n };
    const found = findAirdropDeployment(
      createAirdropContract(least, 'devnet', asset),
      scenario.fundingTxid,
      transaction,
    );
    expect(found).toMatchObject({ ok: false, problems: ['there are 2 lanes for 1 rows: some of them have none'] });
  });

  it('is not one without a lane, or at another address', async () => {
    const { scenario, rows, transaction, parameters, asset } = await scene(type);
    const outputs = transaction.outputs.filter(
      ({ token: carried }) => carried?.nft === undefined || binToHex(carried.nft.commitment).slice(66, 70) !== '0100',
    );
    expect(
      findAirdropDeployment(scenario.contract, scenario.fundingTxid, { ...transaction, outputs }, rows.funded),
    ).toMatchObject({ ok: false, problems: ['lane 1 is missing'] });
    const other = createAirdropContract({ ...parameters, nonce: nextNonce() }, 'devnet', asset);
    expect(findAirdropDeployment(other, scenario.fundingTxid, transaction)).toMatchObject({ ok: false });
  });
});

it('a funding leaves out lanes without rows, and takes no others than those of its parameters', async () => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const rows = new Rows([{ hash: creator.hash, amount: 1_000n }], 4, 1);
  const terms = { ...campaignTerms(chain, creator.hash), sponsored: false, lanes: 4 };
  const parameters: AirdropParameters = { ...terms, kind: 'WHITELIST', depth: 1, rows: 1, total: 1_000n };
  const scenario = await AirdropScenario.fund(chain, creator, parameters, { whitelist: rows.funded });
  expect(scenario.lanes).toHaveLength(1);
  const fund = (total: bigint) => () =>
    buildAirdropFunding(
      createAirdropContract({ ...parameters, total }, 'devnet'),
      creator.funds(),
      chain.tip(),
      rows.funded,
    );
  expect(fund(1_001n)).toThrow(RangeError);
});

it.each([1, 256])('a funding of %d lanes from hundreds of token coins is one that nodes relay', (lanes) => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const asset: AirdropAsset = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) };
  const coins = Array.from({ length: 400 }, (_, vout) => ({
    txid: 'cd'.repeat(32),
    vout,
    satoshis: 1_000n,
    token: { category: asset.category, amount: BigInt(lanes) },
  }));
  const terms = { ...campaignTerms(chain, creator.hash), sponsored: false, lanes };
  const common = { ...terms, kind: 'PUBLIC', limit: 1, claims: lanes } as const;
  /** A coin of tokens for each unit of a claim. */
  const fund = (amount: number) =>
    buildAirdropFunding(
      createAirdropContract({ ...common, amount: BigInt(amount) }, 'devnet', asset),
      { hash: creator.hash, coins: [...creator.coins(), ...coins] },
      chain.tip(),
    );
  const { transaction } = fund(400 - lanes);
  expect(transaction.inputs.length).toBeGreaterThan(400 - lanes);
  expect(transaction.size).toBeLessThan(100_000);
  expect(() => fund(401 - lanes)).toThrow(InsufficientTokensError);
});

it('a funding without enough tokens says what is missing; one without a coin at index 0 prepares it', () => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const asset: AirdropAsset = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) };
  const terms = { ...campaignTerms(chain, creator.hash), sponsored: false };
  const parameters: AirdropParameters = { ...terms, kind: 'PUBLIC', amount: 5n, limit: 1, claims: 3 };
  expect(() =>
    buildAirdropFunding(createAirdropContract(parameters, 'devnet', asset), creator.funds(), chain.tip()),
  ).toThrow(InsufficientTokensError);
  const contract = createAirdropContract({ ...parameters, amount: 1_000n }, 'devnet');
  const elsewhere = { hash: creator.hash, coins: creator.coins().map((coin) => ({ ...coin, vout: 1 })) };
  expect(buildAirdropFunding(contract, elsewhere, chain.tip()).kind).toBe('preparation');
});

it('strays are swept by the creator; states are none', async () => {
  const { chain, creator, scenario } = await fundedScene('BCH');
  chain.fund(scenario.contract.lockingBytecode, 20_000n, 5_000n);
  chain.node.mint(binToHex(scenario.contract.lockingBytecode), { amount: 9n });
  const all = chain.coinsOf(scenario.contract.lockingBytecode);
  const strays = all.filter(isAirdropStray);
  expect([all.length, strays.length]).toEqual([5, 3]);
  const before = creator.balance();
  const built = buildAirdropSweep(scenario.contract, strays, { hash: creator.hash, coins: [] });
  await creator.send(built);
  expect(creator.balance()).toBe(before + strays.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
  expect(() => buildAirdropSweep(scenario.contract, all, creator.funds())).toThrow(RangeError);
  expect(() => buildAirdropSweep(scenario.contract, [], creator.funds())).toThrow(RangeError);
  expect(encodeAirdropState(scenario.lane(0).state)).toHaveLength(80);
});
