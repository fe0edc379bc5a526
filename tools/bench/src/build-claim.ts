import { assertSuccess, binToHex, decodeTransactionCommon, encodeTransaction, hexToBin } from '@bitauth/libauth';
import { MockNetworkProvider, TransactionBuilder, type WcTransactionObject } from 'cashscript';
import {
  createPlanStream,
  planContractsOf,
  type ContractState,
  type PlanStream,
  type UnsignedTransaction,
} from '@weir/covenants';
import { callsPerSecond, printComparison } from './harness/figures.js';
import { planTemplate, TEMPLATE_TOTAL } from './seed/plans.js';

const TIME = 1_750_000_000n;
const { announcement, commitment, reserve } = planTemplate('VESTING_BCH');
const opening = {
  category: '22'.repeat(32),
  commitment,
  total: TEMPLATE_TOTAL,
  asset: undefined,
  recipient: hexToBin(`76a914${'00'.repeat(20)}88ac`),
};
const state: ContractState = {
  outpoint: { txid: '11'.repeat(32), vout: 1 },
  satoshis: TEMPLATE_TOTAL + reserve,
  category: opening.category,
  commitment,
};

const streamOf = (): PlanStream => {
  const [contract] = planContractsOf(hexToBin(announcement), 'devnet');
  if (contract === undefined) throw new Error('The plan has no contract');
  return createPlanStream(contract, opening);
};
const ours = (stream: PlanStream): UnsignedTransaction => {
  const built = stream.at(state).payoutAt(TIME)?.buildKeylessClaim();
  if (built === undefined) throw new Error('The reserve does not pay for a claim');
  return built;
};

/**
 * Goal: building a claim of a plan's stream, which its reserve pays for, is at least as fast as cashscript's
 * TransactionBuilder, which gets the finished amounts and the unlocker of the same transaction. Each is measured with the contract
 * at hand and constructing it per request.
 */
export const measure = (): void => {
  const stream = streamOf();
  const provider = new MockNetworkProvider();
  const { outputs, wcTransaction } = ours(stream);
  const utxo = {
    ...state.outpoint,
    satoshis: state.satoshis,
    token: { category: state.category, amount: 1n, nft: { capability: 'mutable', commitment } },
  } as const;
  const transactionOf = ({ transaction }: WcTransactionObject) =>
    typeof transaction === 'string' ? assertSuccess(decodeTransactionCommon(hexToBin(transaction))) : transaction;
  const { locktime, inputs } = transactionOf(wcTransaction);

  const theirs = ({ contract }: PlanStream): WcTransactionObject =>
    new TransactionBuilder({ provider })
      .addInput(utxo, contract.call('pay'), { sequence: inputs[0]?.sequenceNumber ?? 0 })
      .addOutputs([...outputs])
      .setLocktime(locktime)
      .generateWcTransactionObject({ broadcast: true, userPrompt: 'Claim what has vested' });

  const hexOf = (object: WcTransactionObject): string => binToHex(encodeTransaction(transactionOf(object)));
  if (hexOf(wcTransaction) !== hexOf(theirs(stream))) throw new Error('The two transactions differ');

  const rates = callsPerSecond({
    ours: () => ours(stream),
    theirs: () => theirs(stream),
    oursNew: () => ours(streamOf()),
    theirsNew: () => theirs(streamOf()),
  });
  const compare = (what: string, value: number, other: number): void =>
    printComparison(
      what,
      'claims/s',
      [
        { name: 'buildKeylessClaim', value },
        { name: "cashscript's TransactionBuilder", value: other },
      ],
      'at least 1.0',
    );
  compare('building a claim', rates.ours, rates.theirs);
  compare('the same, the contract constructed each time', rates.oursNew, rates.theirsNew);
};
