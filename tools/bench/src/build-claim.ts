import { binToHex, encodeTransaction } from '@bitauth/libauth';
import {
  Contract,
  MockNetworkProvider,
  placeholderPublicKey,
  placeholderSignature,
  TransactionBuilder,
  type WcTransactionObject,
} from 'cashscript';
import { Bench } from 'tinybench';
import { vestingBchArtifact } from '@weir/contracts';
import {
  buildVestingClaim,
  createVestingContract,
  INITIAL_VESTING_STATE,
  vestingFundingAmount,
  vestingPayout,
  type UnsignedTransaction,
  type VestingCoin,
  type VestingContract,
  type VestingParameters,
} from '@weir/covenants';

/**
 * Goal: building a claim reaches at least half the speed of cashscript's TransactionBuilder, which gets the finished
 * amounts of the same transaction. Each measured once with the contract at hand and once constructing it per request.
 */
const start = 1_700_000_000n;
const locktime = start + 10_000_000n;
const parameters: VestingParameters = {
  sender: new Uint8Array(20).fill(1),
  recipient: new Uint8Array(20).fill(2),
  schedule: { total: 100_000_000n, start, end: start + 31_536_000n, cliff: 0n, step: 0n },
  noticeBlocks: 36,
  nonce: new Uint8Array(16).fill(3),
};
const { schedule } = parameters;
const coin: VestingCoin = {
  outpoint: { txid: '11'.repeat(32), vout: 1 },
  satoshis: vestingFundingAmount(schedule.total),
  category: '22'.repeat(32),
  state: INITIAL_VESTING_STATE,
};
const recipient = { hash: parameters.recipient, coins: [] };

const ours = (contract: VestingContract): UnsignedTransaction => {
  const payout = vestingPayout(schedule, coin.state, locktime);
  if (payout === undefined) throw new Error('Nothing is due');
  return buildVestingClaim({ contract, coin, payout }, recipient);
};

const provider = new MockNetworkProvider({ vmTarget: 'BCH_2025_05' });
const instantiate = () =>
  new Contract(
    vestingBchArtifact,
    [
      parameters.sender,
      parameters.recipient,
      schedule.total,
      start,
      schedule.end,
      schedule.cliff,
      1n,
      BigInt(parameters.noticeBlocks),
      parameters.nonce,
    ],
    { provider },
  );
const contract = createVestingContract(parameters, 'devnet');
const script = instantiate();
const { outputs } = ours(contract);
const utxo = {
  ...coin.outpoint,
  satoshis: coin.satoshis,
  token: {
    category: coin.category,
    amount: 1n,
    nft: { capability: 'mutable', commitment: '010000000000000000000065cd1d00' },
  },
} as const;

const theirs = (instance: typeof script): WcTransactionObject =>
  new TransactionBuilder({ provider })
    .addInput(utxo, instance.unlock.claim(placeholderPublicKey(), placeholderSignature()))
    .addOutputs([...outputs])
    .setLocktime(Number(locktime))
    .generateWcTransactionObject({ broadcast: true, userPrompt: 'Claim what has vested' });

const hexOf = ({ transaction }: WcTransactionObject): string =>
  typeof transaction === 'string' ? transaction : binToHex(encodeTransaction(transaction));
if (hexOf(ours(contract).wcTransaction) !== hexOf(theirs(script))) throw new Error('The two transactions differ');

const bench = new Bench({ time: 3_000, warmupTime: 500 });
bench
  .add('buildVestingClaim', () => void ours(contract))
  .add('TransactionBuilder', () => void theirs(script))
  .add('buildVestingClaim, contract made anew', () => void ours(createVestingContract(parameters, 'devnet')))
  .add('TransactionBuilder, contract made anew', () => void theirs(instantiate()));
await bench.run();

const [claim = NaN, builder = NaN, claimAnew = NaN, builderAnew = NaN] = bench.tasks.map(({ name, result }) => {
  const throughput = result.state === 'completed' ? result.throughput.mean : NaN;
  console.log(`${name.padEnd(40)} ${Math.round(throughput).toLocaleString('en').padStart(7)} claims/s`);
  return throughput;
});
const percent = (ratio: number): string => `${Math.round(ratio * 100).toString()}%`;
console.log(
  `ratio ${percent(claim / builder)}; with the contract made anew ${percent(claimAnew / builderAnew)} (goal: 50%)`,
);
