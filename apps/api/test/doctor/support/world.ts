import { randomUUID } from 'node:crypto';
import { createLogger } from '@weir/http';
import { createDatabase, createMailQueue, createMailSubscriptionsRepository, type Database } from '@weir/infra';
import { NOTIFICATION_KINDS } from '@weir/kinds';
import type { DoctorReport } from '@weir/services';
import { openDoctor } from '../../../src/doctor/open-doctor.js';
import {
  type AirdropScenario,
  createActiveAirdrop,
  createActiveList,
  confirmAirdropClaim,
  createAirdrop,
  payAirdropClaim,
  relayClaim,
} from '../../support/airdrop-scenario.js';
import { succeeded } from '../../support/client.js';
import { createActiveCurrency, type CurrencyScenario, pushCurrency } from '../../support/currency-scenario.js';
import type { Fixture } from '../../support/fixture.js';
import { claimOf, createActiveLock } from '../../support/lock-scenario.js';
import { claimPeriods, createDuePayment, createPausedPayment } from '../../support/payment-scenario.js';
import { createActivePlan } from '../../support/plan-scenario.js';
import { confirmPurseStep, createPurse, type PurseScenario, payByPurse } from '../../support/purse-scenario.js';
import { createActiveRoster, type RosterScenario } from '../../support/roster-scenario.js';
import {
  COIN,
  createActiveStream,
  createCancelledStream,
  payClaim,
  type Scenario,
} from '../../support/stream-scenario.js';
import { TOKENS } from '../../support/test-asset.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  propose,
  sendTo,
  type VaultScenario,
} from '../../support/vault-scenario.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Records of every kind, in states that faults can be injected in. */
export interface World {
  /** Claimed twice. */
  readonly stream: Scenario;
  readonly cancelled: Scenario;
  /** A payment, paid twice. */
  readonly payment: { readonly id: string };
  readonly paused: { readonly id: string };
  readonly plan: { readonly id: string };
  /** It was paid beside its first deposit, and has paid once. */
  readonly vault: VaultScenario;
  readonly closed: VaultScenario;
  readonly roster: RosterScenario;
  /** A purse of a treasury, which paid once. */
  readonly purse: PurseScenario;
  /** A payment in a currency, paid twice. */
  readonly currency: CurrencyScenario;
  /** Executed. */
  readonly proposal: { readonly id: string };
  /** Public, claimed from twice. */
  readonly campaign: AirdropScenario;
  readonly pending: AirdropScenario;
  readonly list: AirdropScenario;
  /** Claimed from twice; one of its locks has paid. */
  readonly vested: AirdropScenario & { readonly lock: string };
  /** A subscription to e-mails that is confirmed, with a notice that waits, and one that is not confirmed. */
  readonly mail: { readonly active: string; readonly asked: string };
}

const claim = async (fixture: Fixture, scenario: Scenario): Promise<void> => {
  await fixture.advance(10 * HOUR);
  const { txHash, claimedAmount } = await payClaim(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-claim`, { txHash, claimedAmount }));
};

/** Opens a list that vests, and has its locks claimed and paid from. */
const createVested = async (fixture: Fixture): Promise<World['vested']> => {
  const [one, two] = [fixture.wallet(COIN / 100n), fixture.wallet()];
  const startTime = fixture.time() - 100_000;
  const vesting = { streamType: 'LINEAR', startTime, endTime: startTime + 200_000 };
  const scenario = await createActiveList(fixture, [one, two, fixture.wallet()], { vesting, lanes: 1 });
  await succeeded(relayClaim(fixture, scenario.path, two));
  const { lock } = await succeeded(relayClaim(fixture, scenario.path, one));
  const path = `/api/streams/${lock?.id ?? ''}`;
  const { txHash, claimedAmount } = await payClaim(fixture, { path, recipient: one });
  await succeeded(fixture.client.post(`${path}/confirm-claim`, { txHash, claimedAmount }));
  return { ...scenario, lock: lock?.id ?? '' };
};

const claimDrop = async (fixture: Fixture, { path }: AirdropScenario): Promise<void> => {
  const claimer = fixture.wallet(COIN / 100n);
  const txHash = await payAirdropClaim(fixture, path, claimer);
  await succeeded(confirmAirdropClaim(fixture, path, { txHash }));
};

/** The content of a notification. */
const NOTICE = {
  kind: 'funded',
  product: 'stream',
  recordId: randomUUID(),
  displayId: null,
  title: null,
  author: null,
  amount: '1000',
  tokenCategory: null,
  at: null,
  event: 'funded',
  isOutgoing: false,
  recipients: 1,
} as const;

/** Subscribes two addresses, as the API does where it has a relay. */
const createSubscriptions = async (fixture: Fixture): Promise<World['mail']> => {
  const database = createDatabase({ url: fixture.config.databaseUrl });
  try {
    const subscriptions = createMailSubscriptionsRepository(database);
    const queue = createMailQueue(database);
    const now = Math.floor(Date.now() / 1_000);
    const subscribe = async (): Promise<string> => {
      const [id, { address, publicKeyHash }] = [randomUUID(), fixture.wallet()];
      const choices = {
        kinds: NOTIFICATION_KINDS,
        timeZone: 'UTC',
        quiet: null,
        channel: 'email' as const,
        mailbox: 'sealed',
        confirmBy: now + 86_400,
      };
      const partyHash = Buffer.from(publicKeyHash).toString('hex');
      const limits = { callerHash: partyHash, network: id, expiresAt: now, quota: { perCaller: 0, perNetwork: 0 } };
      await subscriptions.replace({ ...choices, id, partyHash, address }, limits, { digest: id, limit: 1 }, now);
      return id;
    };
    const [active, asked] = [await subscribe(), await subscribe()];
    await subscriptions.confirm(active, 0, now);
    await queue.noteEvents([{ subscriptionId: active, subject: 'injected', content: NOTICE }], {
      subscriptionIds: [],
      campaignIds: [],
      through: 0,
      now,
    });
    return { active, asked };
  } finally {
    await database.destroy();
  }
};

/** Creates the world, through the API of a service that follows an oracle. */
export const createWorld = async (fixture: Fixture): Promise<World> => {
  const currency = await createActiveCurrency(fixture);
  await fixture.advance(2 * DAY);
  await pushCurrency(fixture, currency);
  const cancelled = await createCancelledStream(fixture);
  const stream = await createActiveStream(fixture);
  await claim(fixture, stream);
  await claim(fixture, stream);
  const payment = await createDuePayment(fixture, 1);
  await claimPeriods(fixture, payment);
  await fixture.advance(86_400);
  await claimPeriods(fixture, payment);
  const paused = await createPausedPayment(fixture);
  const plan = await createActivePlan(fixture, 3);
  const lock = await createActiveLock(fixture, {}, TOKENS);
  await fixture.advance(10 * HOUR);
  await claimOf(fixture, lock, { broadcast: true });
  const vault = await createActiveVault(fixture);
  await sendTo(fixture, vault, 50_000n);
  const proposal = await propose(fixture, vault);
  const executed = await carryOut(fixture, vault, proposal.id);
  await succeeded(confirmExecution(fixture, vault, proposal.id, executed));
  const closed = await createActiveVault(fixture);
  const last = await propose(fixture, closed, { kind: 'close', amount: undefined });
  await succeeded(confirmExecution(fixture, closed, last.id, await carryOut(fixture, closed, last.id)));
  const roster = await createActiveRoster(fixture);
  const purse = await createPurse(fixture);
  await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
  const campaign = await createActiveAirdrop(fixture, { lanes: 2 });
  for (let claims = 0; claims < 5; claims += 1) await claimDrop(fixture, campaign);
  const pending = await createAirdrop(fixture);
  const list = await createActiveList(fixture, [fixture.wallet(COIN / 100n), fixture.wallet(COIN / 100n)]);
  const vested = await createVested(fixture);
  await fixture.mine(2);
  const mail = await createSubscriptions(fixture);
  return {
    stream,
    cancelled,
    payment,
    paused,
    plan,
    vault,
    closed,
    roster,
    purse,
    currency,
    proposal,
    campaign,
    pending,
    list,
    vested,
    mail,
  };
};

/** A doctor over the database and the chain of a fixture. */
export interface Surgery {
  readonly database: Database;
  run(fix: boolean): Promise<DoctorReport>;
  close(): Promise<void>;
}

export const openSurgery = async ({ config }: Fixture): Promise<Surgery> => {
  const database = createDatabase({ url: config.databaseUrl });
  const doctor = await openDoctor(config, createLogger('silent'));
  return {
    database,
    run: (fix) => doctor.run({ fix, settleMs: 0 }),
    async close() {
      await doctor.close();
      await database.destroy();
    },
  };
};
