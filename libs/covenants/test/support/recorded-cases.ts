import { binToHex, sha256, utf8ToBin } from '@bitauth/libauth';
import {
  airdropClosingMessage,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCompletion,
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildPublicClaim,
  buildWhitelistClaim,
  createAirdropNonce,
  findPlanDeployments,
  memberFunding,
  plannedMembers,
  proposeVaultClose,
  proposeVaultSpend,
  publicLaneOf,
  readCloseApproval,
  type AirdropAsset,
  type AirdropContract,
  type KeylessTransaction,
  type PlanDraft,
  type PublicParameters,
  type UnsignedTransaction,
  type WhitelistParameters,
} from '../../src/index.js';
import { AirdropScenario, campaignTerms, type Row, Rows, TestCounts } from './airdrop-scenario.js';
import { createTestChain, type TestChain } from './chain.js';
import { createParty, keyless, type Party, pay } from './party.js';
import { mintTo, partsOf, planOf, PlanScenario, somebody } from './plan-scenario.js';
import { runLocks, runVestedList } from './recorded-locks.js';
import { VaultScenario } from './vault-scenario.js';

const DAY = 86_400n;
const MONTH = 30n * DAY;
const NONCE = new Uint8Array(16).fill(0x5a);

/** Names what a transaction is before it is sent. */
type Name = (step: string) => void;

/** What a case works with. */
interface Setting {
  readonly chain: TestChain;
  readonly payer: Party;
  readonly payee: Party;
  readonly name: Name;
  /** A new token of the payer's; undefined in BCH. */
  readonly category: string | undefined;
}

const streamsOf = ({ chain, payee }: Setting, isVesting: boolean): PlanDraft['streams'] => {
  const start = chain.locktime();
  const group = { noticeBlocks: 12 } as const;
  return [payee.lockingBytecode, somebody(1), somebody(2)].map((recipient, index) =>
    isVesting
      ? {
          ...({
            kind: 'VESTING',
            recipient,
            total: 100_000_000n + BigInt(index),
            start,
            end: start + 100n * DAY,
          } as const),
          group: { ...group, kind: 'VESTING', cliff: index === 2 ? 5n * DAY : 0n, step: 1n },
        }
      : {
          ...({ kind: 'RECURRING', recipient, amount: 1_000_000n, lastAmount: 1_000_007n, periods: 12 } as const),
          firstDue: start + MONTH,
          group: { ...group, kind: 'RECURRING', interval: MONTH, pausable: true, cancelable: true },
        },
  );
};

const runPlan = async (setting: Setting, kind: 'VESTING' | 'RECURRING'): Promise<void> => {
  const { chain, payer, category, name } = setting;
  const product = category === undefined ? (`${kind}_BCH` as const) : (`${kind}_TOKEN` as const);
  const draft = planOf(product, payer.lockingBytecode, streamsOf(setting, kind === 'VESTING'), { nonce: NONCE });
  name('funding');
  const plan = await PlanScenario.fund(chain, payer, draft, category);
  const start = chain.locktime();
  chain.reach(start + 2n * MONTH);
  name('payment by the reserve');
  plan.pay(1, start + MONTH);
  const stranger = createParty(chain, 'stranger', 1_000_000n);
  name('payment by a coin');
  await plan.payBy(1, stranger);
  if (kind === 'RECURRING') {
    name('pause of two');
    await plan.stop([1, 2], 'pause', payer);
    chain.mine(12);
    name('end of a pause’s notice');
    plan.settle(1);
    name('end of the other pause’s notice');
    plan.settle(2);
    name('resume of two');
    await plan.resume([1, 2], payer);
  }
  name('cancel of two');
  await plan.stop([1, 2], 'cancel', payer);
  chain.reach(chain.locktime() + MONTH);
  if (plan.payment(2) !== undefined) {
    name('payment under notice');
    plan.pay(2);
  }
  chain.mine(12);
  name('refund');
  plan.refund(1);
  chain.reach(start + 20n * MONTH);
  name('last payment');
  plan.pay(3);
};

/**
 * Streams as services see them, through the one model: plans of one, each step of which the node takes and the model reads.
 */
const runModel = async (setting: Setting, kind: 'VESTING' | 'RECURRING'): Promise<void> => {
  const { chain, payer, payee, category, name } = setting;
  const isVesting = kind === 'VESTING';
  const stranger = createParty(chain, 'stranger of one', 1_000_000n);
  chain.fund(payee.lockingBytecode, 100_000n);
  const fundingNow = () => {
    const product = category === undefined ? (`${kind}_BCH` as const) : (`${kind}_TOKEN` as const);
    const streams = streamsOf(setting, isVesting).slice(0, 1);
    const [part] = partsOf(planOf(product, payer.lockingBytecode, streams, { nonce: NONCE }));
    const [member] = part === undefined ? [] : plannedMembers(part, category);
    if (member === undefined) throw new Error('Expected exactly one stream in a plan of one');
    return memberFunding(member.contract, member);
  };
  const open = async () => {
    const start = chain.locktime();
    const txid = await payer.send(fundingNow().build(payer.coins(), chain.tip()).transaction);
    const found = findPlanDeployments('devnet', txid, chain.transaction(txid));
    const [deployment] = found.ok ? found.deployments : [];
    if (deployment === undefined) throw new Error('A funding opens a stream');
    const { stream } = deployment;
    let { state } = deployment;
    const follow = (step: string): void => {
      const read = stream.at(state).readStep(step, chain.transaction(step));
      if (read === undefined) throw new Error(`${step} does not move the stream`);
      state = read.next ?? state;
    };
    const due = () => {
      const payout = stream.at(state).payoutAt(chain.locktime());
      if (payout === undefined) throw new Error('Nothing is due');
      return payout;
    };
    return {
      stream,
      due,
      at: () => stream.at(state),
      reach: (days: bigint) => chain.reach(start + days * DAY),
      sign: async (by: Party, built: UnsignedTransaction | undefined) => {
        if (built === undefined) throw new Error('The model builds it');
        follow(await by.send(built));
      },
      relay: (built: KeylessTransaction | undefined) => follow(chain.node.submit(keyless(built).hex)),
    };
  };
  type Opened = Awaited<ReturnType<typeof open>>;
  const stop = (one: Opened, act: 'cancelAt' | 'pauseAt') => {
    const split = act === 'cancelAt' ? one.at().cancelAt(chain.locktime()) : one.at().pauseAt(chain.locktime());
    const built = split?.build(payer.coins());
    return one.sign(payer, built !== undefined && 'transaction' in built ? built.transaction : built);
  };
  const endNotice = (one: Opened): void => {
    chain.mine(12);
    one.relay(one.at().noticeEnd()?.build()?.transaction);
  };

  await pay(payer, ...[1_000n, 400_000_000n].map((amount) => ({ to: payer.lockingBytecode, amount })));
  const coins = payer.coins().filter(({ vout, token }) => vout !== 0 || token !== undefined);
  name('preparation');
  await payer.send(fundingNow().build(coins, chain.tip()).transaction);
  name('funding of one');
  const one = await open();
  one.reach(35n);
  name('claim');
  await one.sign(payee, one.due().buildClaim(payee.coins()));
  one.reach(65n);
  name('push');
  one.relay(one.due().buildPush());
  one.reach(95n);
  name('push by a coin');
  await one.sign(stranger, one.due().buildPaidPush(stranger.funds()));
  if (!isVesting) {
    name('pause');
    await stop(one, 'pauseAt');
    name('end of its notice');
    endNotice(one);
    name('resume');
    await one.sign(payer, one.at().resumeAt(chain.locktime())?.build(payer.coins()));
  }
  name('cancel');
  await stop(one, 'cancelAt');
  one.reach(isVesting ? 98n : 130n);
  name('push under notice');
  one.relay(one.due().buildPush());
  name('refund');
  endNotice(one);
  chain.fund(one.stream.lockingBytecode, 5_000n);
  name('sweep');
  const strays = chain.coinsOf(one.stream.lockingBytecode).filter((coin) => one.stream.isStray(coin));
  await payer.send(one.stream.buildSweep(strays, payer.coins()));

  const [paid, cancelled, paused] = [await open(), await open(), await open()];
  await stop(cancelled, 'cancelAt');
  if (!isVesting) {
    await stop(paused, 'pauseAt');
    endNotice(paused);
    name('cancel of a settled pause');
    await stop(paused, 'cancelAt');
  }
  paid.reach(400n);
  name('last push');
  paid.relay(paid.due().buildPush());
  name('last push under notice');
  cancelled.relay(cancelled.due().buildPush());
};

const runVault = async ({ chain, payer, payee, name, category }: Setting): Promise<void> => {
  name('first deposit');
  const vault = await VaultScenario.open(chain, payer, 500_000n, 0x5a);
  name('deposit');
  await vault.deposit(payer, 90_000n);
  name('payment of BCH');
  const { contract } = vault;
  const bch = { type: 'BCH', satoshis: 520_000n } as const;
  await vault.execute(proposeVaultSpend(contract, vault.holdings, payee.lockingBytecode, bch), 'alice', 'bob');
  if (category !== undefined) {
    const { category: held } = chain.node.mint(binToHex(contract.lockingBytecode), { amount: 1_000n });
    name('deposit of 100,000 satoshis');
    await vault.deposit(payer, 100_000n);
    name('payment of tokens');
    const tokens = { type: 'FUNGIBLE_TOKEN', category: held, amount: 400n } as const;
    await vault.execute(proposeVaultSpend(contract, vault.holdings, payee.lockingBytecode, tokens), 'bob', 'carol');
  }
  name('close');
  await vault.execute(proposeVaultClose(contract, vault.holdings, payee.lockingBytecode).proposal, 'carol', 'alice');
};

const assetOf = (category: string | undefined): AirdropAsset =>
  category === undefined ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category };

const campaignOf = ({ chain, payer }: Setting) => ({
  ...campaignTerms(chain, payer.hash),
  lanes: 2,
  nonce: createAirdropNonce(utf8ToBin('recorded 001')),
});

const closeBoth = async (
  { chain, payer, name }: Setting,
  scenario: AirdropScenario<WhitelistParameters> | AirdropScenario<PublicParameters>,
): Promise<void> => {
  const contract: AirdropContract = scenario.contract;
  name('close by signature');
  await scenario.send(payer, 0, buildAirdropClose(contract, scenario.lane(0), chain.locktime()));
  const approval = readCloseApproval(contract, payer.sign(airdropClosingMessage(contract.parameters.nonce)));
  if (approval === undefined) throw new Error('The creator signed');
  name('close by message');
  scenario.submit(1, buildAirdropCloseByMessage(contract, scenario.lane(1), approval, chain.locktime()));
};

const runWhitelist = async (setting: Setting): Promise<void> => {
  const { chain, payer, payee, name, category } = setting;
  const others = Array.from({ length: 6 }, (_, i): Row => ({
    hash: new Uint8Array(20).fill(i + 1),
    amount: 10_001n + BigInt(i),
  }));
  const rows = new Rows([{ hash: payee.hash, amount: 10_000n }, ...others], 2, 3);
  const parameters = { ...campaignOf(setting), kind: 'WHITELIST', depth: 3, rows: 7, total: rows.total } as const;
  name('funding');
  const options = { asset: assetOf(category), whitelist: rows.funded };
  const scenario = await AirdropScenario.fund<WhitelistParameters>(chain, payer, parameters, options);
  const claimOf = (row: number) => scenario.claim(rows.laneOf(row), rows.proof(row));
  name('claim that its recipient signs');
  await scenario.send(payee, 0, buildWhitelistClaim(claimOf(0), { hash: payee.hash, coins: [] }));
  rows.spend(0);
  name('claim without a signature');
  scenario.submit(1, buildKeylessWhitelistClaim(claimOf(1)));
  rows.spend(1);
  name('claim paid by a coin');
  await scenario.send(payer, 0, buildPaidWhitelistClaim(claimOf(2), payer.funds()));
  rows.spend(2);
  await closeBoth(setting, scenario);
};

const runPublic = async (setting: Setting): Promise<void> => {
  const { chain, payer, name, category } = setting;
  const parameters = { ...campaignOf(setting), kind: 'PUBLIC', amount: 20_000n, limit: 1, claims: 4 } as const;
  name('funding');
  const scenario = await AirdropScenario.fund<PublicParameters>(chain, payer, parameters, { asset: assetOf(category) });
  const counts = [new TestCounts(parameters.nonce), new TestCounts(parameters.nonce)] as const;
  for (const number of [0, 1, 2, 3, 4]) {
    const claimer = createParty(chain, `claimer ${number}`);
    const lane = publicLaneOf(parameters, claimer.hash);
    const tree = counts[lane === 0 ? 0 : 1];
    const coin = scenario.lanes[lane];
    if (coin === undefined || coin.state.claims === 2) continue;
    const claim = scenario.claim(lane, tree.proof(claimer.hash));
    name(`claim ${number + 1}`);
    await scenario.send(claimer, lane, buildPublicClaim(claim, { hash: claimer.hash, coins: [] }));
    tree.raise(claimer.hash);
  }
  for (const lane of [0, 1]) {
    const coin = scenario.lane(lane);
    if (coin.state.claims < 2) {
      name(`close of lane ${lane}`);
      await scenario.send(payer, lane, buildAirdropClose(scenario.contract, coin, chain.locktime()));
    } else {
      name(`completion of lane ${lane}`);
      scenario.submit(lane, buildAirdropCompletion(scenario.contract, coin));
    }
  }
};

const CASES: Readonly<Record<string, (setting: Setting) => Promise<void>>> = {
  vesting: (setting) => runPlan(setting, 'VESTING'),
  recurring: (setting) => runPlan(setting, 'RECURRING'),
  'a vesting stream': (setting) => runModel(setting, 'VESTING'),
  'a recurring stream': (setting) => runModel(setting, 'RECURRING'),
  vault: runVault,
  list: runWhitelist,
  public: runPublic,
  locks: (setting) => runLocks({ ...setting, asset: assetOf(setting.category) }),
  'vested list': (setting) => runVestedList({ ...setting, asset: assetOf(setting.category) }, campaignOf(setting)),
};

/**
 * Every transaction of the products as the chain takes it, signed: `<case> of <asset>, <step>: <bytes> <digest>`, where the digest
 * is the beginning of its SHA-256.
 */
export const recordedTransactions = async (): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const asset of ['BCH', 'tokens'] as const) {
    for (const [title, run] of Object.entries(CASES)) {
      const chain = createTestChain({ clockStopped: true });
      const payer = createParty(chain, 'payer', 5_000_000_000n, 500_000_000n, 300_000_000n);
      const payee = createParty(chain, 'payee');
      const category = asset === 'BCH' ? undefined : mintTo(chain, payer, 10_000_000_000n);
      chain.mine(1);
      let step: string | undefined;
      chain.node.on('transaction', ({ hex, size }) => {
        // Those without a name are of the faucet.
        if (step === undefined) return;
        const digest = binToHex(sha256.hash(utf8ToBin(hex))).slice(0, 16);
        lines.push(`${title} of ${asset}, ${step}: ${size} ${digest}`);
        step = undefined;
      });
      await run({ chain, payer, payee, category, name: (next) => (step = next) });
    }
  }
  return lines;
};
