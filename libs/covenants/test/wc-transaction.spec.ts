import { binToHex, encodeTransaction, hash256, hexToBin } from '@bitauth/libauth';
import { createWallet } from '@weir/wallet';
import { buildPaidPlanPayment, encodeWcTransaction } from '../src/index.js';
import { openPlan, streamOf } from './support/plan-scenario.js';

const { chain, recipient, scenario, start } = await openPlan('VESTING_BCH', (first, to) => [
  streamOf('VESTING_BCH', to, first, { total: 1_000_000n, periods: 1, period: 1_000_000n }),
]);
chain.reach(start + 3_000n);
// Too small for the reserve: a contract input and one of the wallet's own.
const { wcTransaction, inputs } = buildPaidPlanPayment(scenario.due(1), {
  hash: recipient.hash,
  coins: recipient.coins().filter(({ satoshis }) => satoshis === 100_000n),
});
const wallet = createWallet({ privateKey: recipient.name });
const unsigned = wcTransaction.transaction;
const encoded = typeof unsigned === 'string' ? unsigned : binToHex(encodeTransaction(unsigned));

describe('a wcTransaction in JSON', () => {
  it.each([
    ['tagged', '<bigint: 100000n>', `<Uint8Array: 0x${inputs[0]?.txid ?? ''}>`],
    ['plain', '100000', inputs[0]?.txid ?? ''],
  ] as const)('has hex for the transaction and %s source outputs', (encoding, value, hash) => {
    const json = encodeWcTransaction(wcTransaction, encoding);
    expect(json).toMatchObject({ transaction: encoded, broadcast: true, userPrompt: wcTransaction.userPrompt });
    expect(json.sourceOutputs).toHaveLength(2);
    expect(json.sourceOutputs[0]).toMatchObject({
      outpointTransactionHash: hash,
      contract: { artifact: { contractName: 'PlanVestingBch' } },
    });
    expect(json.sourceOutputs[1]).toMatchObject({ valueSatoshis: value });
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  });

  it('says which function is called with which parameters', () => {
    const [state] = encodeWcTransaction(wcTransaction, 'tagged').sourceOutputs;
    expect(state).toMatchObject({
      contract: { abiFunction: { name: 'pay', inputs: [] } },
    });
  });

  it('travels light: without source and debug data of the compiler', () => {
    const json = JSON.stringify(encodeWcTransaction(wcTransaction, 'tagged').sourceOutputs);
    expect(json).toContain('"source":""');
    expect(json).not.toContain('"debug"');
  });

  it('is signed alike from every encoding, and the signed transaction is what was built', async () => {
    const forms = [
      wcTransaction,
      encodeWcTransaction(wcTransaction, 'tagged'),
      encodeWcTransaction(wcTransaction, 'plain'),
    ];
    const signed = await Promise.all(forms.map(async (form) => wallet.signTransaction({ ...form, broadcast: false })));
    const [first] = signed;
    expect(new Set(signed.map(({ signedTransaction }) => signedTransaction)).size).toBe(1);
    const txid = chain.node.submit(first?.signedTransaction ?? '');
    expect(txid).toBe(binToHex(hash256(hexToBin(first?.signedTransaction ?? '')).reverse()));
    expect(scenario.follow(1, txid)).toMatchObject({ kind: 'pay', paidToRecipient: 3_000n });
  });
});
