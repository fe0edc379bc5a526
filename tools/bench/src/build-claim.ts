import { assertSuccess, binToHex, decodeTransactionCommon, encodeTransaction, hexToBin } from '@bitauth/libauth';
import { Contract, MockNetworkProvider, TransactionBuilder, type WcTransactionObject } from 'cashscript';
import { Bench } from 'tinybench';
import { planVestingBchArtifact } from '@weir/contracts';
import { createPlanStream, plannedMembers, type StreamModel, type UnsignedTransaction } from '@weir/covenants';
import { planOfOne } from './support/plan-of-one.js';

/**
 * Goal: building a claim of a plan's stream, which its reserve pays for, reaches at least half the speed of cashscript's
 * TransactionBuilder, which gets the finished amounts of the same transaction. Each measured once with the contract at hand
 * and once constructing it per request.
 */
const start = 1_700_000_000n;
const locktime = start + 10_000_000n;
const total = 100_000_000n;
const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);

const memberOf = () => {
  const [member] = plannedMembers(
    planOfOne(1, hash(1), hash(2), { total, start, end: start + 31_536_000n }),
    undefined,
  );
  if (member === undefined) throw new Error('A plan of one has one stream');
  return member;
};
const member = memberOf();
const opening = { ...member.opening, category: '22'.repeat(32) };
const state = {
  outpoint: { txid: '11'.repeat(32), vout: 1 },
  satoshis: total + member.reserve,
  category: opening.category,
  commitment: opening.commitment,
};

const ours = (stream: StreamModel): UnsignedTransaction => {
  const built = stream.at(state).payoutAt(locktime)?.buildKeylessClaim();
  if (built === undefined) throw new Error('The reserve does not pay for a claim');
  return built;
};

const { terms, group } = member.contract;
if (group.kind !== 'VESTING') throw new Error('The stream does not vest');
const provider = new MockNetworkProvider();
const instantiate = () =>
  new Contract(
    planVestingBchArtifact,
    [
      terms.sender,
      group.cliff,
      group.step,
      BigInt(group.noticeBlocks),
      terms.feeBound,
      terms.feeBound * terms.cancelFills,
      terms.nonce,
    ],
    { provider },
  );
const stream = createPlanStream(member.contract, opening);
const script = instantiate();
const built = ours(stream);
const utxo = {
  ...state.outpoint,
  satoshis: state.satoshis,
  token: { category: state.category, amount: 1n, nft: { capability: 'mutable', commitment: state.commitment } },
} as const;

const theirs = (instance: typeof script): WcTransactionObject =>
  new TransactionBuilder({ provider })
    .addInput(utxo, instance.unlock.pay())
    .addOutputs([...built.outputs])
    .setLocktime(Number(locktime))
    .generateWcTransactionObject({ broadcast: true, userPrompt: 'Claim what has vested' });

/** Of what is signed: a builder that signs nothing fills in the script. */
const hexOf = ({ transaction }: WcTransactionObject): string => {
  const decoded =
    typeof transaction === 'string' ? assertSuccess(decodeTransactionCommon(hexToBin(transaction))) : transaction;
  return binToHex(
    encodeTransaction({
      ...decoded,
      inputs: decoded.inputs.map((input) => ({ ...input, unlockingBytecode: hexToBin('') })),
    }),
  );
};
if (hexOf(built.wcTransaction) !== hexOf(theirs(script))) throw new Error('The two transactions differ');

const bench = new Bench({ time: 3_000, warmupTime: 500 });
bench
  .add('claim of a stream', () => void ours(stream))
  .add('TransactionBuilder', () => void theirs(script))
  .add('claim of a stream, contract made anew', () => void ours(createPlanStream(memberOf().contract, opening)))
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
