import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import {
  ageFor,
  availableAt,
  beaconLockingBytecode,
  beaconShard,
  buildPurseHome,
  buildPursePayment,
  CovenantError,
  createDraftedPurse,
  createPurseContract,
  decodeVaultProposal,
  encodePayees,
  encodeVaultProposal,
  findPurses,
  P2SH32_DUST,
  type PurseAsset,
  type PurseDraft,
  proposePurses,
  PURSE_RESERVE,
  purseOutputs,
  purseUnits,
  readPurseTransition,
} from '../src/index.js';
import { tokensOf } from './support/party.js';
import { openPurse, type PurseScenario } from './support/purse-scenario.js';

const TYPES: readonly PurseAsset['type'][] = ['BCH', 'FUNGIBLE_TOKEN'];

const paymentOf = ({ purse, draft, shop }: PurseScenario, amount: bigint) => ({
  ...purse,
  payees: draft.payees,
  to: shop.lockingBytecode,
  amount,
});

const pay = async (life: PurseScenario, amount: bigint) =>
  life.follow(await life.send(buildPursePayment(paymentOf(life, amount), life.tip)));

const codeOf = (build: () => unknown): string => {
  try {
    build();
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return 'built';
};

describe.each(TYPES)('a purse in %s', (type) => {
  it('is found by its announcement, with all of its terms', async () => {
    const { purse, draft, scene } = await openPurse(type);
    expect(purse.contract.left).toBe(100_000n);
    expect(purse.contract.terms).toMatchObject({
      asset: draft.asset,
      owner: scene.scenario.contract.lockingBytecode,
      signers: draft.signers,
      spender: draft.spender,
      limit: 100_000n,
      period: 144,
    });
    expect(purseUnits(purse.contract.terms, purse.coin)).toBe(500_000n);
  });

  it('pays listed payees by one wallet until the limit is reached, and refills with blocks', async () => {
    const life = await openPurse(type);
    const fee = type === 'BCH' ? buildPursePayment(paymentOf(life, 40_000n), life.tip).fee : 0n;
    const first = await pay(life, 40_000n);
    expect(first).toMatchObject({ kind: 'payment', spent: 40_000n + fee });
    expect(first.kind === 'payment' && binToHex(first.payees)).toBe(binToHex(encodePayees(life.draft.payees)));
    expect(type === 'BCH' ? life.shop.balance() : tokensOf(life.shop, life.purse.coin.token?.category ?? '')).toBe(
      40_000n,
    );

    // A block has passed: a 144th of the limit is back.
    await pay(life, 50_000n);
    expect(codeOf(() => buildPursePayment(paymentOf(life, 50_000n), life.tip))).toBe('LIMIT_EXCEEDED');
    const { contract, coin } = life.purse;
    const blocks = ageFor(contract, 50_000n + fee) ?? 0;
    expect(availableAt(contract, blocks) >= 50_000n + fee).toBe(true);
    expect(availableAt(contract, blocks - 1) < 50_000n + fee).toBe(true);
    life.scene.chain.mine(blocks - (life.tip.height + 1 - (coin.height ?? 0)));
    await pay(life, 50_000n);
    expect(life.purse.contract.left < 2_000n).toBe(true);
  });

  it('says from which block on a payment is possible', async () => {
    const life = await openPurse(type);
    await pay(life, 90_000n);
    try {
      buildPursePayment(paymentOf(life, 50_000n), life.tip);
      throw new Error('built');
    } catch (error) {
      if (!(error instanceof CovenantError) || !error.is('LIMIT_EXCEEDED')) throw error;
      const { fromHeight = 0 } = error.data;
      life.scene.chain.mine(fromHeight - 2 - life.tip.height);
      expect(codeOf(() => buildPursePayment(paymentOf(life, 50_000n), life.tip))).toBe('LIMIT_EXCEEDED');
      life.scene.chain.mine(1);
      expect(life.tip.height).toBe(fromHeight - 1);
      await pay(life, 50_000n);
    }
  });

  it('goes home by any one signer, with everything', async () => {
    for (const name of ['alice', 'bob', 'carol'] as const) {
      const life = await openPurse(type);
      await pay(life, 20_000n);
      const held = purseUnits(life.purse.contract.terms, life.purse.coin);
      const built = buildPurseHome(life.purse.contract, life.purse.coin);
      const step = life.follow(await life.signed(built, name));
      const fee = type === 'BCH' ? built.fee : 0n;
      if (step.kind !== 'home') throw new Error(step.kind);
      expect(type === 'BCH' ? step.returned.valueSatoshis : step.returned.token?.amount).toBe(held - fee);
      expect(step.returned.lockingBytecode).toEqual(life.scene.scenario.contract.lockingBytecode);
    }
  });

  it('does not go home by its spender', async () => {
    const life = await openPurse(type);
    await expect(life.send(buildPurseHome(life.purse.contract, life.purse.coin))).rejects.toThrow();
  });

  it('gets new terms by two signers in one transaction, found as the first ones', async () => {
    const life = await openPurse(type);
    const { chain, scenario } = life.scene;
    await pay(life, 20_000n);
    const changed: PurseDraft = { ...life.draft, limit: 50_000n, payees: [], amount: 300_000n };
    const proposal = proposePurses(scenario.contract, scenario.holdings, { recalled: [life.purse], opened: [changed] });
    const step = await scenario.execute(proposal, 'bob', 'carol');
    const txid = step?.txid ?? '';
    expect(life.follow(txid)).toEqual({ kind: 'managed', txid });
    const [next] = findPurses('devnet', txid, chain.transaction(txid), chain.tip().height);
    expect(next?.contract.terms.limit).toBe(50_000n);
    expect(next && purseUnits(next.contract.terms, next.coin)).toBe(300_000n);
    if (next === undefined) throw new Error('No purse');
    // Nobody is listed, so anybody may be paid.
    const payment = { ...next, payees: [], to: scenario.contract.lockingBytecode, amount: 10_000n };
    await life.send(buildPursePayment(payment, chain.tip()));
  });

  it('is topped up, recalled and closed by two signers', async () => {
    const life = await openPurse(type);
    const { scenario, chain } = life.scene;
    const topped = proposePurses(scenario.contract, scenario.holdings, {
      recalled: [life.purse],
      opened: [{ ...life.draft, amount: 700_000n }],
    });
    const { txid } = (await scenario.execute(topped, 'alice', 'bob')) ?? { txid: '' };
    chain.mine(1);
    const [larger] = findPurses('devnet', txid, chain.transaction(txid), chain.tip().height);
    if (larger === undefined) throw new Error('No purse');
    expect(purseUnits(larger.contract.terms, larger.coin)).toBe(700_000n);
    const closed = proposePurses(scenario.contract, scenario.holdings, { recalled: [larger] });
    const before = scenario.satoshis;
    await scenario.execute(closed, 'alice', 'bob');
    expect(scenario.satoshis).toBe(before + larger.coin.satoshis - closed.fee);
  });
});

describe('a payment is refused', () => {
  it.each([
    ['NOT_A_PAYEE', (life: PurseScenario) => ({ ...paymentOf(life, 5_000n), to: life.draft.owner })],
    ['LIST_DIFFERS', (life: PurseScenario) => ({ ...paymentOf(life, 5_000n), payees: [life.shop.lockingBytecode] })],
    ['LIST_DIFFERS', (life: PurseScenario) => ({ ...paymentOf(life, 5_000n), payees: [] })],
    ['BELOW_DUST', (life: PurseScenario) => paymentOf(life, 500n)],
    ['AMOUNT_OUT_OF_RANGE', (life: PurseScenario) => paymentOf(life, 0n)],
    ['LIMIT_EXCEEDED', (life: PurseScenario) => paymentOf(life, 100_000n)],
    ['PURSE_TOO_SMALL', (life: PurseScenario) => paymentOf(life, 500_000n)],
  ] as const)('with %s', async (code, change) => {
    const life = await openPurse('BCH');
    expect(codeOf(() => buildPursePayment(change(life), life.tip))).toBe(code);
  });

  it('with PURSE_TOO_SMALL where the satoshis of a purse of tokens are used up', async () => {
    const life = await openPurse('FUNGIBLE_TOKEN', { reserve: 7_000n });
    await pay(life, 2_000n);
    await pay(life, 2_000n);
    expect(codeOf(() => buildPursePayment(paymentOf(life, 2_000n), life.tip))).toBe('PURSE_TOO_SMALL');
  });

  it('with FEE_ABOVE_BOUND where nodes ask for more than a purse may pay', async () => {
    const life = await openPurse('BCH');
    expect(codeOf(() => buildPursePayment(paymentOf(life, 5_000n), life.tip, { feeRate: 3_000n }))).toBe(
      'FEE_ABOVE_BOUND',
    );
    expect(codeOf(() => buildPurseHome(life.purse.contract, life.purse.coin, { feeRate: 5_000n }))).toBe(
      'FEE_ABOVE_BOUND',
    );
  });
});

describe('a purse is not found', () => {
  const changes: readonly (readonly [string, (transaction: TransactionCommon) => TransactionCommon])[] = [
    [
      'where the announcement is missing',
      (of) => ({ ...of, outputs: of.outputs.filter(({ lockingBytecode }) => lockingBytecode[0] !== 0x6a) }),
    ],
    [
      'where input 0 shows another script',
      (of) => ({ ...of, inputs: of.inputs.map((input) => ({ ...input, unlockingBytecode: Uint8Array.of(1, 7) })) }),
    ],
    [
      'where its output is elsewhere',
      (of) => ({
        ...of,
        outputs: of.outputs.map((output, index) =>
          index === 1 ? { ...output, lockingBytecode: Uint8Array.of(0x51) } : output,
        ),
      }),
    ],
    [
      'where it has a token that it does not pay',
      (of) => ({
        ...of,
        outputs: of.outputs.map((output, index) =>
          index === 1 ? { ...output, token: { category: new Uint8Array(32), amount: 1n } } : output,
        ),
      }),
    ],
  ];

  it.each(changes)('%s', async (_, change) => {
    const { purse, scene } = await openPurse('BCH');
    const { txid } = purse.coin.outpoint;
    const transaction = scene.chain.transaction(txid);
    expect(findPurses('devnet', txid, transaction)).toHaveLength(1);
    expect(findPurses('devnet', txid, change(transaction))).toEqual([]);
  });
});

it('a step is not read from a transaction that spends another coin', async () => {
  const life = await openPurse('BCH');
  const { contract, coin } = life.purse;
  const { txid } = coin.outpoint;
  expect(readPurseTransition(contract, coin, txid, life.scene.chain.transaction(txid))).toBeUndefined();
});

it('two purses of the same signers are opened together, and both are found', async () => {
  const life = await openPurse('BCH');
  const { chain, scenario } = life.scene;
  const other: PurseDraft = { ...life.draft, limit: 60_000n, amount: 200_000n };
  const proposal = proposePurses(scenario.contract, scenario.holdings, { opened: [life.draft, other] });
  const { txid } = (await scenario.execute(proposal, 'alice', 'bob')) ?? { txid: '' };
  const found = findPurses('devnet', txid, chain.transaction(txid));
  expect(found.map(({ contract }) => contract.terms.limit)).toEqual([100_000n, 60_000n]);
});

it('purses are listed by the chain where the tip is given: dust to the beacon of the first one', async () => {
  const life = await openPurse('BCH');
  const { contract, holdings } = life.scene.scenario;
  const outputsOf = (tip?: { height: number }) =>
    proposePurses(contract, holdings, { opened: [life.draft] }, { tip }).outputs.slice(1);
  const { lockingBytecode } = createDraftedPurse(life.draft, 'devnet');
  const beacon = { to: beaconLockingBytecode(2, beaconShard(lockingBytecode)), amount: P2SH32_DUST };
  // Behind the state: the purse and its announcement.
  const hidden = outputsOf();
  expect(hidden).toHaveLength(2);
  expect(outputsOf({ height: 2_016 })).toEqual([...hidden, beacon]);
});

describe('drafts', () => {
  it('cannot be announced together with other signers, or more than two', async () => {
    const { draft } = await openPurse('BCH');
    const [one, two, three] = draft.signers;
    expect(() => purseOutputs([draft, { ...draft, signers: [two, one, three] }], 'devnet')).toThrow(RangeError);
    expect(() => purseOutputs([draft, draft, draft], 'devnet')).toThrow(RangeError);
    expect(() => purseOutputs([], 'devnet')).toThrow(RangeError);
  });

  it('of another owner are refused by a vault', async () => {
    const { draft, scene } = await openPurse('BCH');
    const { contract, holdings } = scene.scenario;
    const owner = Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32), 0x87);
    expect(() => proposePurses(contract, holdings, { opened: [{ ...draft, owner }] })).toThrow(RangeError);
    expect(() => proposePurses(contract, holdings, {})).toThrow(CovenantError);
  });

  it('have an amount, and a reserve that pays at least once', async () => {
    const { draft } = await openPurse('FUNGIBLE_TOKEN');
    expect(() => purseOutputs([{ ...draft, amount: 0n }], 'devnet')).toThrow(RangeError);
    expect(() => purseOutputs([{ ...draft, reserve: 5_399n }], 'devnet')).toThrow(RangeError);
    expect(purseOutputs([{ ...draft, reserve: 5_400n }], 'devnet')[0]?.amount).toBe(5_400n);
    expect(purseOutputs([draft], 'devnet')[0]?.amount).toBe(PURSE_RESERVE);
  });
});

describe('a stored proposal of a vault', () => {
  it('opens purses and takes them back', async () => {
    const { draft, purse, scene } = await openPurse('BCH');
    const { contract, holdings } = scene.scenario;
    for (const change of [{ opened: [draft] }, { recalled: [purse] }, { recalled: [purse], opened: [draft] }]) {
      const proposal = proposePurses(contract, holdings, change);
      expect(proposal.kind).toBe('allowance');
      expect(decodeVaultProposal(contract, encodeVaultProposal(proposal))).toMatchObject({
        outputs: proposal.outputs,
        filled: proposal.filled,
      });
    }
  });

  it('is refused where it takes a purse back under the name of another kind', async () => {
    const { purse, scene } = await openPurse('BCH');
    const { contract, holdings } = scene.scenario;
    const recall = proposePurses(contract, holdings, { recalled: [purse] });
    for (const kind of ['spend', 'cancel', 'plan'] as const)
      expect(codeOf(() => decodeVaultProposal(contract, { ...encodeVaultProposal(recall), kind }))).toBe(
        'HIDDEN_CONSENT',
      );
  });

  it('is refused where an allowance spends a purse otherwise than by taking it back, or a purse of another vault', async () => {
    const { purse, scene } = await openPurse('BCH');
    const other = await openPurse('BCH');
    const { contract, holdings } = scene.scenario;
    const recall = proposePurses(contract, holdings, { recalled: [purse] });
    const [input] = recall.filled;
    if (input === undefined) throw new Error('No purse');
    const changed = Uint8Array.of(0x51, ...input.unlockingBytecode.subarray(1));
    const spends = [
      { ...input, unlockingBytecode: changed },
      {
        ...input,
        lockingBytecode: other.purse.contract.lockingBytecode,
        unlockingBytecode: Uint8Array.of(
          ...input.unlockingBytecode.subarray(0, 4),
          ...other.purse.contract.redeemScript,
        ),
      },
    ];
    for (const filled of spends)
      expect(codeOf(() => decodeVaultProposal(contract, encodeVaultProposal({ ...recall, filled: [filled] })))).toBe(
        'HIDDEN_CONSENT',
      );
  });
});

it('a contract cannot have more left than its limit', async () => {
  const { purse } = await openPurse('BCH');
  expect(() => createPurseContract(purse.contract.terms, 'devnet', 100_001n)).toThrow(RangeError);
  expect(() => createPurseContract(purse.contract.terms, 'devnet', -1n)).toThrow(RangeError);
});
