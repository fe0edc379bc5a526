import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  BCH_ASSET,
  buildRecurringFunding,
  buildRecurringSweep,
  createRecurringContract,
  decodeRecurringAnnouncement,
  findRecurringDeployment,
  isRecurringStray,
  lockingBytecodeOf,
  RECIPIENT_NOTE_SATOSHIS,
  recurringFundingAmount,
  type VestingAsset,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { pay } from './support/pay.js';
import { paymentBetween, RecurringScenario } from './support/recurring-scenario.js';

const ASSETS = [['BCH'], ['FUNGIBLE_TOKEN']] as const;

const scene = async (type: VestingAsset['type']) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 10_000_000n);
  const recipient = createParty(chain, 'recipient');
  const asset =
    type === 'BCH'
      ? BCH_ASSET
      : { type, category: chain.node.mint(binToHex(sender.lockingBytecode), { amount: 200_000n }).category };
  const plan = {
    amountPerPeriod: 10_000n,
    lastAmount: 10_000n,
    periods: 12n,
    interval: 86_400n,
    firstDue: chain.locktime(),
  };
  const parameters = paymentBetween(sender, recipient, { plan });
  const scenario = await RecurringScenario.fund(chain, sender, asset, parameters);
  return { chain, sender, recipient, parameters, asset, scenario, funding: chain.transaction(scenario.fundingTxid) };
};

describe.each(ASSETS)('the funding of a payment in %s', (type) => {
  it('stands where it is looked for, announced, with a note for the recipient', async () => {
    const { scenario, funding, parameters, asset, recipient } = await scene(type);
    const announced = funding.outputs
      .map(({ lockingBytecode }) => decodeRecurringAnnouncement(lockingBytecode))
      .find((each) => each !== undefined);
    expect(announced).toEqual({ parameters, asset });
    expect(scenario.state).toMatchObject({
      outpoint: { vout: 1 },
      satoshis: recurringFundingAmount(parameters.plan, asset),
    });
    expect(scenario.state.companion?.amount).toBe(type === 'BCH' ? undefined : 120_000n);
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS);
    expect(scenario.funding.fee).toBe(BigInt(scenario.funding.size));
  });

  it('is another for every change of what makes it one', async () => {
    const { scenario, funding } = await scene(type);
    const changed = (index: number, change: (output: Output) => Output): TransactionCommon => ({
      ...funding,
      outputs: funding.outputs.map((output, i) => (i === index ? change(output) : output)),
    });
    const problemsOf = (transaction: TransactionCommon): readonly string[] => {
      const found = findRecurringDeployment(scenario.contract, scenario.fundingTxid, transaction);
      return found.ok ? [] : found.problems;
    };
    const token = (output: Output) => {
      if (output.token?.nft === undefined) throw new Error('A state carries an NFT');
      return { ...output.token, nft: output.token.nft };
    };
    expect(problemsOf(funding)).toEqual([]);
    const least = (type === 'BCH' ? 120_000n + 1_700n : 3_000n) - 1n;
    const forged: readonly TransactionCommon[] = [
      changed(1, (output) => ({ ...output, valueSatoshis: least })),
      changed(1, (output) => ({ ...output, token: { ...token(output), amount: 2n } })),
      changed(1, (output) => ({
        ...output,
        token: { ...token(output), nft: { ...token(output).nft, capability: 'minting' } },
      })),
      changed(1, (output) => ({
        ...output,
        token: { ...token(output), nft: { ...token(output).nft, commitment: hexToBin('0100' + '00'.repeat(15)) } },
      })),
      changed(0, (output) => ({ ...output, token: { category: hexToBin(scenario.state.category), amount: 1n } })),
      { ...funding, inputs: funding.inputs.map((input) => ({ ...input, outpointIndex: 1 })) },
      ...(type === 'BCH'
        ? []
        : [
            changed(2, (output) => ({
              ...output,
              lockingBytecode: lockingBytecodeOf(scenario.contract.parameters.sender),
            })),
            changed(2, (output) => ({ ...output, valueSatoshis: 999n })),
            changed(2, ({ token: held, ...output }) =>
              held === undefined ? output : { ...output, token: { ...held, amount: 119_999n } },
            ),
            changed(2, ({ lockingBytecode, valueSatoshis }) => ({ lockingBytecode, valueSatoshis })),
          ]),
    ];
    for (const transaction of forged) expect(problemsOf(transaction)).toHaveLength(1);
    expect(problemsOf(changed(1, (output) => ({ ...output, lockingBytecode: new Uint8Array(3) })))).toEqual([
      expect.stringContaining('no output pays to'),
    ]);
  });
});

it('a wallet without a coin at index 0 prepares one first', async () => {
  const { chain, sender, parameters } = await scene('BCH');
  const contract = createRecurringContract(parameters, 'devnet');
  const elsewhere = { ...sender.funds(), coins: sender.coins().map((coin) => ({ ...coin, vout: 1 })) };
  expect(buildRecurringFunding(contract, elsewhere, chain.tip()).kind).toBe('preparation');
  expect(buildRecurringFunding(contract, sender.funds(), chain.tip()).kind).toBe('funding');
});

it('no contract is made of unsound parameters', async () => {
  const { parameters } = await scene('BCH');
  expect(() => createRecurringContract({ ...parameters, noticeBlocks: 1 }, 'devnet')).toThrow('NOTICE_OUT_OF_RANGE');
});

it('what was sent to the address by mistake returns to the sender, a state does not', async () => {
  const { chain, scenario, sender } = await scene('BCH');
  await pay(sender, { to: scenario.contract.lockingBytecode, amount: 70_000n });
  const coins = chain.coinsOf(scenario.contract.lockingBytecode);
  const strays = coins.filter(isRecurringStray);
  expect(coins).toHaveLength(2);
  expect(strays).toHaveLength(1);
  await sender.send(buildRecurringSweep(scenario.contract, strays, sender.funds()));
  expect(chain.coinsOf(scenario.contract.lockingBytecode).map(({ vout }) => vout)).toEqual([1]);
  expect(() => buildRecurringSweep(scenario.contract, coins, sender.funds())).toThrow('A state is no stray');
  expect(() => buildRecurringSweep(scenario.contract, [], sender.funds())).toThrow('1 to 50');
});
