import { createLogger } from '@weir/http';
import { createDatabase, type Database } from '@weir/infra';
import type { DoctorReport } from '@weir/services';
import { openDoctor } from '../../../src/doctor/open-doctor.js';
import {
  type AirdropScenario,
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
} from '../../support/airdrop-scenario.js';
import { confirmAirdropClaim, payAirdropClaim } from '../../support/airdrop-scenario.js';
import { succeeded } from '../../support/client.js';
import type { Fixture } from '../../support/fixture.js';
import { claimPeriods, createDuePayment, createPausedPayment } from '../../support/payment-scenario.js';
import { createActivePlan } from '../../support/plan-scenario.js';
import {
  COIN,
  createActiveStream,
  createCancelledStream,
  payClaim,
  type Scenario,
} from '../../support/stream-scenario.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  propose,
  sendTo,
  type VaultScenario,
} from '../../support/vault-scenario.js';

const HOUR = 3_600;

/** Records of every kind, in states that faults can be planted in. */
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
  /** Executed. */
  readonly proposal: { readonly id: string };
  /** Public, claimed from twice. */
  readonly campaign: AirdropScenario;
  readonly pending: AirdropScenario;
  readonly list: AirdropScenario;
}

const claim = async (fixture: Fixture, scenario: Scenario): Promise<void> => {
  await fixture.advance(10 * HOUR);
  const { txHash, claimedAmount } = await payClaim(fixture, scenario);
  await succeeded(fixture.client.post(`${scenario.path}/confirm-claim`, { txHash, claimedAmount }));
};

const claimDrop = async (fixture: Fixture, { path }: AirdropScenario): Promise<void> => {
  const claimer = fixture.wallet(COIN / 100n);
  const txHash = await payAirdropClaim(fixture, path, claimer);
  await succeeded(confirmAirdropClaim(fixture, path, { txHash }));
};

/** Creates the world, through the API. */
export const createWorld = async (fixture: Fixture): Promise<World> => {
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
  const vault = await createActiveVault(fixture);
  await sendTo(fixture, vault, 50_000n);
  const proposal = await propose(fixture, vault);
  const executed = await carryOut(fixture, vault, proposal.id);
  await succeeded(confirmExecution(fixture, vault, proposal.id, executed));
  const campaign = await createActiveAirdrop(fixture, { lanes: 2 });
  for (let claims = 0; claims < 5; claims += 1) await claimDrop(fixture, campaign);
  const pending = await createAirdrop(fixture);
  const list = await createActiveList(fixture, [fixture.wallet(COIN / 100n), fixture.wallet(COIN / 100n)]);
  await fixture.mine(2);
  return { stream, cancelled, payment, paused, plan, vault, proposal, campaign, pending, list };
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
