import type { PlanListedResponse, WhitelistResponse } from '@weir/api-contract';
import { LIST_CASES, listFile } from '@weir/testing/lists';
import { createAirdrop, type AirdropScenario } from '../support/airdrop-scenario.js';
import type { Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createPlan, streamsOf, type PlanScenario } from '../support/plan-scenario.js';

const fixture = useFixture();
let campaign: AirdropScenario;
let plan: PlanScenario;
beforeAll(async () => {
  campaign = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, totalAmount: 10 });
  plan = await createPlan(fixture, 1);
});

/** Sends the bytes of a file, as browsers and scripts do. */
const send = <Body>(client: Client, path: string, file: string) =>
  client.send<Body>('POST', path, Buffer.from(listFile(file)), { 'content-type': 'text/csv' });

describe.each(LIST_CASES)('the file $file', ({ file, rows, asked, badLines }) => {
  it('is the list of an airdrop, or refused with the column or line', async () => {
    const client = fixture.client.as(campaign.creator.address);
    const path = `${campaign.path}/generate-merkle`;
    if (rows === undefined) {
      const { status, body } = await send<Refusal>(client, path, file);
      expect([status, body.code]).toEqual([400, 'INVALID_WHITELIST']);
      expect(body).toMatchObject(
        badLines === undefined ? { problem: 'COLUMNS' } : { problem: 'BAD_AMOUNT', line: badLines[0] },
      );
      const columns = (asked ?? []).flatMap(({ candidates }) => candidates);
      for (const column of columns) expect(body.message).toContain(column);
      return;
    }
    const { status, body } = await send<WhitelistResponse>(client, path, file);
    const total = rows.reduce((sum, { units }) => sum + units, 0n);
    expect([status, body.totalRecipients, body.totalAmountBase]).toEqual([200, rows.length, total.toString()]);
  });

  it('is the list of a plan, or refused with the column or lines', async () => {
    const client = fixture.client.as(plan.sender.address);
    const path = `${plan.path}/recipients`;
    if (rows === undefined) {
      const { status, body } = await send<Refusal>(client, path, file);
      expect([status, body.code]).toEqual([400, 'INVALID_RECIPIENTS']);
      const errors =
        badLines?.map((line) => ({ code: 'INVALID_AMOUNT', line })) ?? asked?.map(() => ({ code: 'COLUMNS' }));
      expect(body.details).toMatchObject({ errorCount: errors?.length, errors });
      return;
    }
    const { status, body } = await send<PlanListedResponse>(client, path, file);
    expect([status, body.plan.streams]).toEqual([200, rows.length]);
    expect((await streamsOf(fixture, plan)).map(({ label, amount_base }) => [label ?? '', amount_base])).toEqual(
      rows.map(({ label = '', units }) => [label, units.toString()]),
    );
  });
});
