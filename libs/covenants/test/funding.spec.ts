import { binToHex } from '@bitauth/libauth';
import {
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
  buildVestingFunding,
  createVestingContract,
  decodeAnnouncement,
  findVestingDeployment,
  INITIAL_VESTING_STATE,
  InsufficientFundsError,
  RECIPIENT_NOTE_SATOSHIS,
  vestingFundingAmount,
  type VestingParameters,
} from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { pay } from './support/pay.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const DAY = 86_400n;
const total = 1_000_000n;

const scene = (
  ...coins: bigint[]
): { chain: TestChain; sender: Party; recipient: Party; parameters: VestingParameters } => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', ...coins);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime();
  const schedule = { total, start, end: start + 100n * DAY, cliff: 0n, step: 0n };
  return { chain, sender, recipient, parameters: termsBetween(sender, recipient, { schedule }) };
};

describe('a funding', () => {
  it('makes the state and says what it is, within the sender’s plain coins', async () => {
    const { chain, sender, recipient, parameters } = scene(5_000_000n, 30_000n);
    const scenario = await StreamScenario.fund(chain, sender, parameters);
    const transaction = chain.transaction(scenario.fundingTxid);
    const [change, state, announcement, beacon, note] = transaction.outputs;

    expect(change?.lockingBytecode).toEqual(sender.lockingBytecode);
    expect(state?.valueSatoshis).toBe(vestingFundingAmount(total));
    expect(scenario.state).toMatchObject({
      outpoint: { txid: scenario.fundingTxid, vout: 1 },
      satoshis: vestingFundingAmount(total),
      state: INITIAL_VESTING_STATE,
    });
    expect(beacon?.lockingBytecode).toEqual(
      beaconLockingBytecode(beaconEpoch(chain.tip().height), beaconShard(scenario.contract.lockingBytecode)),
    );
    expect(note).toEqual({ lockingBytecode: recipient.lockingBytecode, valueSatoshis: RECIPIENT_NOTE_SATOSHIS });
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS);
    expect(transaction.outputs).toHaveLength(5);

    const announced = decodeAnnouncement(announcement?.lockingBytecode ?? new Uint8Array());
    expect(announced).toEqual({ product: 'VESTING_BCH', parameters });
    expect(createVestingContract(announced?.parameters ?? parameters, 'devnet').address).toBe(
      scenario.contract.address,
    );
  });

  it('pays a satoshi for each byte of the longest it can get', async () => {
    const { chain, sender, parameters } = scene(900_000n, 800_000n);
    const funding = buildVestingFunding(createVestingContract(parameters, 'devnet'), sender.funds(), chain.tip());
    const { transaction } = funding;
    expect(transaction.fee).toBe(BigInt(transaction.size));
    const txid = await sender.send(transaction);
    const size = chain.node.transaction(txid)?.size ?? 0;
    // The wallet signs with Schnorr, which is 7 bytes shorter than the longest ECDSA signature and its key.
    expect(transaction.inputs).toHaveLength(2);
    expect(size).toBe(transaction.size - 2 * 7);
    expect(chain.feeOf(txid)).toBe(transaction.fee);
  });

  it('can follow another five times in a row, all of them unconfirmed', async () => {
    const { chain, sender, recipient, parameters } = scene(20_000_000n);
    const scenarios: StreamScenario[] = [];
    for (let i = 0; i < 5; i += 1) {
      scenarios.push(
        await StreamScenario.fund(chain, sender, termsBetween(sender, recipient, { schedule: parameters.schedule })),
      );
    }
    expect(scenarios.slice(1).map(({ state }) => state.category)).toEqual(
      scenarios.slice(0, 4).map(({ fundingTxid }) => fundingTxid),
    );
    expect(new Set(scenarios.map(({ contract }) => contract.address)).size).toBe(5);
    chain.mine(1);
    expect(scenarios.every(({ fundingTxid }) => chain.node.transaction(fundingTxid)?.block !== undefined)).toBe(true);
  });

  it('leaves coins with tokens where they are, even one with index 0 that is worth more', async () => {
    const { chain, sender, parameters } = scene(2_000_000n);
    const locking = binToHex(sender.lockingBytecode);
    chain.node.mint(locking, { amount: 500n, satoshis: 9_000_000n });
    chain.node.mint(locking, { nft: { capability: 'minting', commitment: 'ab' }, satoshis: 1_000n });
    const tokens = sender.coins().filter(({ token }) => token !== undefined);
    await StreamScenario.fund(chain, sender, parameters);
    expect(sender.coins()).toEqual(expect.arrayContaining(tokens));
    expect(tokens).toHaveLength(2);
  });

  it('is refused to a wallet whose plain coins do not suffice, however rich its tokens are', () => {
    const { chain, sender, parameters } = scene(900_000n);
    chain.node.mint(binToHex(sender.lockingBytecode), { amount: 1n, satoshis: 9_000_000n });
    const build = () => buildVestingFunding(createVestingContract(parameters, 'devnet'), sender.funds(), chain.tip());
    expect(build).toThrow(InsufficientFundsError);
    chain.fund(sender.lockingBytecode, 200_000n);
    expect(build().kind).toBe('funding');
  });
});

describe('a preparation', () => {
  it('is asked for where no plain coin has index 0; it gathers them in one that has, and then the funding follows', async () => {
    const { chain, sender, recipient, parameters } = scene();
    const contract = createVestingContract(parameters, 'devnet');
    const payer = createParty(chain, 'payer', 9_000_000n);
    await pay(
      payer,
      { to: recipient.lockingBytecode, amount: 1_000n },
      { to: sender.lockingBytecode, amount: 900_000n },
      { to: sender.lockingBytecode, amount: 700_000n },
    );
    chain.node.mint(binToHex(sender.lockingBytecode), { amount: 5n, satoshis: 2_000_000n });

    const { kind, transaction } = buildVestingFunding(contract, sender.funds(), chain.tip());
    expect(kind).toBe('preparation');
    expect(transaction.fee).toBe(BigInt(transaction.size));
    const txid = await sender.send(transaction);
    expect(chain.transaction(txid).inputs).toHaveLength(2);
    expect(chain.transaction(txid).outputs).toEqual([
      { lockingBytecode: sender.lockingBytecode, valueSatoshis: 1_600_000n - transaction.fee },
    ]);

    const scenario = await StreamScenario.fund(chain, sender, parameters);
    expect(scenario.state.category).toBe(txid);
  });

  it('is refused, naming what it and the funding after it need, to a wallet that lacks a satoshi of that', async () => {
    const { chain, sender, recipient, parameters } = scene();
    const contract = createVestingContract(parameters, 'devnet');
    const build = () => buildVestingFunding(contract, sender.funds(), chain.tip());
    const refusal = (): InsufficientFundsError => {
      try {
        build();
      } catch (error) {
        if (error instanceof InsufficientFundsError) return error;
      }
      throw new Error('The wallet is not refused');
    };
    const payer = createParty(chain, 'payer', 9_000_000n);
    const give = (amount: bigint) =>
      pay(payer, { to: recipient.lockingBytecode, amount: 1_000n }, { to: sender.lockingBytecode, amount });

    const { needed, available } = refusal().data;
    expect([needed > total, available]).toEqual([true, 0n]);
    await give(needed - 1n);
    expect(refusal().data).toMatchObject({ needed, available: needed - 1n });
    // One coin more costs its fee, in the preparation alone.
    await give(150n + 546n);
    expect(build().kind).toBe('preparation');
    await sender.send(build().transaction);
    expect(build().kind).toBe('funding');
  });
});

it('makes no contract of parameters that break a rule', () => {
  const { parameters } = scene();
  const { schedule } = parameters;
  const broken = [
    { ...parameters, schedule: { ...schedule, total: 545n } },
    { ...parameters, schedule: { ...schedule, end: schedule.start } },
    { ...parameters, noticeBlocks: 5 },
    { ...parameters, nonce: new Uint8Array(15) },
  ];
  for (const each of broken) expect(() => createVestingContract(each, 'devnet')).toThrow(RangeError);
});

it('finds the deployment again in the mined transaction', async () => {
  const { chain, sender, parameters } = scene(3_000_000n);
  const scenario = await StreamScenario.fund(chain, sender, parameters);
  chain.mine(1);
  expect(
    findVestingDeployment(scenario.contract, scenario.fundingTxid, chain.transaction(scenario.fundingTxid)),
  ).toEqual({
    ok: true,
    coin: scenario.state,
  });
});
